using System.Diagnostics;
using System.Net;
using Dugout.Features.Accounts;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>Many fans sign in at once, and one buys meanwhile. Alone, since it compares times.</summary>
[Collection(nameof(Alone))]
public sealed class LoginFloodTests(Shop shop)
{
    /// <summary>Sign-ins a second, far more than the passwords that any machine here can check.</summary>
    private const int SignInsASecond = 100;

    /// <summary>How much longer a reservation may take; beyond five times that the line for passwords doesn't hold.</summary>
    private const double Goal = 1.5;

    [Fact]
    public Task A_flood_of_sign_ins_hardly_slows_purchases() => HardlyNoticeAsync(phases: 4, TimeSpan.FromSeconds(1.5));

    /// <param name="phases">Quiet and flooded, in turns, so that whatever else the machine does falls on both.</param>
    /// <param name="phase">How long each is.</param>
    internal async Task HardlyNoticeAsync(int phases, TimeSpan phase)
    {
        // As it ships.
        var accounts = new AccountsOptions();
        await using var replica = shop.Replica(
            ("Accounts:HashRounds", $"{accounts.HashRounds}"), ("Accounts:HashQueueACore", $"{accounts.HashQueueACore}"),
            ("Accounts:HashWaitMilliseconds", $"{accounts.HashWaitMilliseconds}"), ("Limits:Enabled", "true"));
        replica.UseKestrel(0);
        using var http = replica.CreateClient();
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        var emails = Enumerable.Range(0, 64).Select(_ => shop.NextAccount().Email).ToArray();
        await BuyAsync(fan, http, game, []);

        List<double> quiet = [], flooded = [];
        List<Answer> signIns = [];
        for (var turn = 0; turn < phases; turn++)
        {
            if (turn % 2 == 0)
            {
                await BuyForAWhileAsync(quiet);
                continue;
            }

            using var over = new CancellationTokenSource();
            var flood = FloodAsync(http, emails, over.Token);
            await BuyForAWhileAsync(flooded);
            await over.CancelAsync();
            signIns.AddRange(await flood);
        }

        var (one, other) = (At(quiet, 0.5), At(flooded, 0.5));
        TestContext.Current.SendDiagnosticMessage(
            $"A hold and its reservation take {one:0.0} ms (99 of 100: {At(quiet, 0.99):0.0}); among {SignInsASecond} sign-ins a second {other:0.0} ms ({At(flooded, 0.99):0.0}): {other / one:0.00} times as long, goal {Goal}. "
            + $"{signIns.Count(answer => answer.Status == HttpStatusCode.OK)} of {signIns.Count} signed in.");
        // Busy: the reminders of a sign-in did not reach the primary within their time.
        Assert.All(signIns, answer => Assert.True(answer is { Status: HttpStatusCode.OK } or { Status: HttpStatusCode.ServiceUnavailable, Code: "sign-in-busy" or "busy" }, answer.Body));
        Assert.Contains(signIns, answer => answer.Status == HttpStatusCode.OK);
        Assert.Contains(signIns, answer => answer.Code == "sign-in-busy");
        Assert.InRange(other / one, 0, 5 * Goal);

        async Task BuyForAWhileAsync(List<double> times)
        {
            for (var since = Stopwatch.StartNew(); since.Elapsed < phase;)
                await BuyAsync(fan, http, game, times);
        }
    }

    /// <summary>Holds a seat, reserves it, and gives it back, which isn't timed.</summary>
    private static async Task BuyAsync(Fan fan, HttpClient http, long game, List<double> times)
    {
        var since = Stopwatch.GetTimestamp();
        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 1);
        var reserved = await fan.ReserveAsync(http, game, hold.Number("holdId"));
        times.Add(Stopwatch.GetElapsedTime(since).TotalMilliseconds);
        Assert.Equal(HttpStatusCode.Created, reserved.Status);
        await fan.DeleteAsync(http, $"/api/reservations/{reserved.Number("reservationId")}");
    }

    /// <summary>Sign-ins at their times, however long the ones before take.</summary>
    private static async Task<Answer[]> FloodAsync(HttpClient http, string[] emails, CancellationToken over)
    {
        List<Task<Answer>> signIns = [];
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1.0 / SignInsASecond));
        while (!over.IsCancellationRequested)
        {
            signIns.Add(http.SignInAsync(emails[signIns.Count % emails.Length], Shop.FanPassword));
            await timer.WaitForNextTickAsync(CancellationToken.None);
        }

        return await Task.WhenAll(signIns);
    }

    private static double At(List<double> times, double share) => times.Order().ElementAt((int)(share * (times.Count - 1)));
}
