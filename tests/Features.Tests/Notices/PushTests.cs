using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Features.Tests.Orders;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Notices;

/// <summary>Notices on their way to devices. The push partner and the worker are separate processes.</summary>
[Collection(TheOtherPaidShop.Name)]
public sealed partial class PushTests(PaidShop shop) : IAsyncLifetime
{
    private const int Purchases = 12;

    public async ValueTask InitializeAsync() => await shop.BehaveAsync("{}", "push");

    public async ValueTask DisposeAsync() => await shop.BehaveAsync("{}", "push");

    [Fact]
    public async Task A_purchase_is_pushed_to_every_unexpired_device_of_the_fan()
    {
        var fan = await shop.NextFanAsync();
        string[] tokens = [Gadgets.NewToken(), Gadgets.NewToken(), Gadgets.NewToken()];
        foreach (var token in tokens)
            await fan.SignInWithAsync(token);
        await using var worker = shop.StartJobs();
        await fan.BuyAsync(shop.NextGame(), 1);
        await DeliveredAsync(fan);
        // Only now, for a worker that begins takes away what has run out.
        Assert.Single(await BookAsync(tokens[2]));
        await shop.ChangeAsync("UPDATE devices SET expires_at = UTC_TIMESTAMP(6) WHERE token = @token", new { token = tokens[2] });
        await fan.BuyAsync(shop.NextGame(), 1);
        await DeliveredAsync(fan);

        var reported = (await fan.NoticesAsync())[0];
        foreach (var token in tokens.Take(2))
        {
            var book = await BookAsync(token);
            Assert.Equal(2, book.Length);
            Assert.Contains((reported.GetProperty("title").GetString()!, reported.GetProperty("text").GetString()!), book.Select(shown => (shown.Title, shown.Text)));
        }

        Assert.Single(await BookAsync(tokens[2]));
    }

    /// <summary>Failing, denying, freezing, and slower than the outbox's deadline: each notice is pushed once.</summary>
    [Theory]
    [InlineData("""{"failEvery":2}""")]
    [InlineData("""{"deny":true}""")]
    [InlineData("""{"frozen":true}""")]
    [InlineData("""{"latencyMilliseconds":7000}""")]
    public async Task Whatever_the_partner_does_no_push_is_lost_or_repeated(string behaviour)
    {
        await shop.BehaveAsync(behaviour, "push");
        await using var worker = shop.StartJobs();
        var (fans, tokens) = await BuyersAsync();
        // Its length, over several tries.
        await Task.Delay(3_000, TestContext.Current.CancellationToken);
        await shop.BehaveAsync("{}", "push");

        foreach (var fan in fans)
            await DeliveredAsync(fan);

        foreach (var token in tokens)
            Assert.Equal(2, (await BookAsync(token)).Length);
    }

    /// <summary>The partner, as a process, stops in the middle and goes on.</summary>
    [Fact]
    public async Task While_the_partner_is_frozen_pushes_wait_and_the_shop_sells()
    {
        await using var worker = shop.StartJobs();
        IReadOnlyList<Fan> fans;
        IReadOnlyList<string> tokens;
        shop.PartnerProcess.Freeze();
        try
        {
            (fans, tokens) = await BuyersAsync();
            foreach (var fan in fans)
                Assert.Equal(2, await fan.PushesWaitingAsync());
        }
        finally
        {
            shop.PartnerProcess.Thaw();
        }

        foreach (var fan in fans)
            await DeliveredAsync(fan);

        foreach (var token in tokens)
            Assert.Equal(2, (await BookAsync(token)).Length);
    }

    [Theory]
    [InlineData("before-send")]
    [InlineData("after-send")]
    [InlineData("before-mark")]
    public Task Wherever_a_worker_is_killed_each_notice_is_shown_once(string place) => IsShownOnceAsync(place, kills: 1);

    internal async Task IsShownOnceAsync(string place, int kills)
    {
        var (fans, tokens) = await BuyersAsync();
        for (var kill = 1; kill <= kills; kill++)
        {
            await using var primary = shop.BeforePrimary();
            await using var partner = shop.BeforePartner();
            var held = place switch
            {
                "before-send" => partner.HoldRequest("POST /push/messages", kill),
                "after-send" => partner.HoldAnswer("POST /push/messages", kill),
                _ => primary.HoldRequest("DELETE FROM outbox", kill),
            };
            await using var dying = await shop.StartWorkerAsync(primary: primary, partner: partner);
            await dying.KillAsync(held, primary, partner);
        }

        await using var worker = shop.StartJobs();
        foreach (var fan in fans)
            await DeliveredAsync(fan);

        foreach (var token in tokens)
            Assert.Equal(2, (await BookAsync(token)).Length);
    }

    /// <summary>A push takes 2 s instead of 20 ms; sign-ins and purchases do not wait for it, or their medians would grow by 2 s. On a machine that other tests use, they may grow by a quarter of that.</summary>
    [Fact]
    public async Task A_slow_partner_slows_neither_sign_ins_nor_purchases()
    {
        await using var worker = shop.StartJobs();
        await MeasureAsync();

        await shop.BehaveAsync("""{"latencyMilliseconds":20}""", "push");
        var quick = await MeasureAsync();
        await shop.BehaveAsync("""{"latencyMilliseconds":2000}""", "push");
        var slow = await MeasureAsync();

        TestContext.Current.SendDiagnosticMessage($"Sign-in and purchase, medians in ms: {quick} where a push takes 20 ms, {slow} where it takes 2,000.");
        Assert.True(slow.SignIn < quick.SignIn + 500 && slow.Purchase < quick.Purchase + 500, $"{quick} -> {slow}");
    }

    /// <summary>The other messages don't wait behind pushes that take seconds.</summary>
    [Fact]
    public async Task Slow_pushes_delay_no_other_message()
    {
        await shop.BehaveAsync("""{"latencyMilliseconds":4000}""", "push");
        await using var worker = shop.StartJobs();
        // Their pushes take the lane for forty seconds.
        await BuyersAsync(40);
        var last = await shop.QueryAsync<long>("SELECT MAX(message_id) FROM audit_events") + 1;

        var fan = await shop.NextFanAsync();
        var id = await fan.BuyAsync(shop.NextGame(), 1);
        var since = Stopwatch.StartNew();
        await Wait.UntilAsync("the sale is on record", async () =>
            await shop.QueryAsync<long>("SELECT COUNT(*) FROM audit_events WHERE message_id >= @last AND ordered_by = @key", new { last, key = $"reservation:{id}" }) == 1);

        // Behind the pushes it would come after two of them for each purchase.
        TestContext.Current.SendDiagnosticMessage($"On record after {since.ElapsedMilliseconds} ms, the goal is 1000.");
        Assert.True(since.Elapsed < TimeSpan.FromSeconds(25), $"On record after {since.Elapsed}.");
    }

    /// <summary>Fans with a device each, who buy a seat and give it back: two notices each.</summary>
    private async Task<(IReadOnlyList<Fan> Fans, IReadOnlyList<string> Tokens)> BuyersAsync(int purchases = Purchases)
    {
        var (fans, tokens, game) = (await shop.NextFansAsync(purchases), new List<string>(), shop.NextGame());
        foreach (var (seat, fan) in fans.Index())
        {
            tokens.Add(Gadgets.NewToken());
            await fan.SignInWithAsync(tokens[^1]);
            var bought = await fan.BuyAsync(game, seat + 1);
            Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/reservations/{bought}")).Status);
        }

        return (fans, tokens);
    }

    private async Task<(double SignIn, double Purchase)> MeasureAsync()
    {
        var (signIns, purchases) = (new List<double>(), new List<double>());
        foreach (var fan in await shop.NextFansAsync(20))
        {
            await fan.AgePasswordAsync();
            var since = Stopwatch.StartNew();
            Assert.Equal(HttpStatusCode.OK, (await fan.TrySignInWithAsync(Gadgets.NewToken())).Status);
            signIns.Add(since.Elapsed.TotalMilliseconds);
            var game = shop.NextGame();
            var hold = (await fan.HoldAsync(game, 1)).Number("holdId");
            since.Restart();
            Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, hold)).Status);
            purchases.Add(since.Elapsed.TotalMilliseconds);
        }

        return (Math.Round(signIns.Order().ElementAt(10), 1), Math.Round(purchases.Order().ElementAt(10), 1));
    }

    private static Task DeliveredAsync(Fan fan) => Wait.UntilAsync("all is pushed", async () => await fan.PushesWaitingAsync() == 0);

    private async Task<Shown[]> BookAsync(string device) =>
        (await shop.Partner.GetFromJsonAsync<Shown[]>($"/control/push/book?to={device}", JsonSerializerOptions.Web, TestContext.Current.CancellationToken))!;

    private async Task<Counts> CountsAsync() => (await shop.Partner.GetFromJsonAsync<Counts>("/control/push/counts", JsonSerializerOptions.Web, TestContext.Current.CancellationToken))!;

    private sealed record Shown(string Key, string DeviceToken, string Title, string Text, int Asked);

    private sealed record Counts(long Requests, long Messages, long Duplicates, long Failed, long Tokens);
}
