using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// Every link of a replica with every fault, as the shop ships: each request gets a response in time, which is true about what was
/// sold, and can buy again soon after.
/// </summary>
public sealed class FaultyLinksTests(Shop shop)
{
    private const int Rounds = 3;

    /// <summary>The deadline of four seconds and one more.</summary>
    private static readonly TimeSpan Goal = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan RecoveryGoal = TimeSpan.FromSeconds(5);

    /// <summary>The settings the shop ships with, where the tests have more patience.</summary>
    private static readonly (string Name, string Value)[] Shipped =
    [
        ("Redis:DeadlineMilliseconds", "500"), ("Replicas:ReadMilliseconds", "1000"), ("Replicas:WatchMilliseconds", "200"), ("Cache:Mode", "Both"),
        ("Database:ConnectSeconds", "2"), ("Database:CommandSeconds", "3"), ("Database:HealthMilliseconds", "750"),
        ("Limits:DeadlineMilliseconds", "4000"), ("Limits:Enabled", "true"), ("Sessions:PollMilliseconds", "1000"), ("Sessions:TrustMilliseconds", "5000"),
    ];

    /// <summary>What a replica talks to.</summary>
    public enum Link
    {
        /// <summary>The primary.</summary>
        Primary,

        /// <summary>The read replica.</summary>
        ReadReplica,

        /// <summary>Redis.</summary>
        Redis,
    }

    /// <summary>
    /// Every fault of a link at once, each with a replica, a game and proxies of its own: most of it is waiting for deadlines to pass. The replicas
    /// start one after the other, and no fault begins before all have sold something.
    /// </summary>
    [Theory]
    [InlineData(Link.Primary)]
    [InlineData(Link.ReadReplica)]
    [InlineData(Link.Redis)]
    public async Task Over_faulty_links_no_request_hangs_and_no_response_is_wrong(Link link)
    {
        var allSell = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var wrong = new ConcurrentQueue<string>();
        List<Task> suffering = [];
        foreach (var fault in (LinkFault[])[LinkFault.Latency, LinkFault.BlackHole, LinkFault.Freeze, LinkFault.Reset])
        {
            var sells = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            suffering.Add(NoteAsync(fault, () => SufferAsync(link, fault, sells, allSell.Task)));
            await Task.WhenAny(sells.Task, suffering[^1]);
        }

        allSell.SetResult();
        await Task.WhenAll(suffering);
        Assert.True(wrong.IsEmpty, string.Join("\n\n", wrong));

        async Task NoteAsync(LinkFault fault, Func<Task> suffer)
        {
            if (await Record.ExceptionAsync(suffer) is { } failure)
                wrong.Enqueue($"{link}, {fault}: {failure}");
        }
    }

    /// <summary>One fault.</summary>
    /// <param name="link">Of what.</param>
    /// <param name="fault">Which.</param>
    /// <param name="sells">Set when the replica sells.</param>
    /// <param name="begin">Ends when the fault may begin.</param>
    private async Task SufferAsync(Link link, LinkFault fault, TaskCompletionSource sells, Task begin)
    {
        await using var primary = shop.BeforePrimary();
        await using var reads = shop.BeforeReplica();
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.Replica([.. shop.Through(primary, reads, redis), .. Shipped]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        long? next = null;
        // Cold, and beside everything else that runs here, it may take longer than a fan waits.
        await Wait.UntilAsync(BuyAsync);
        await AskAroundAsync(http, fan);
        var game = shop.NextGame();
        var number = 1;
        var hold = (await Until.TrueAsync(() => fan.HoldAsync(http, game, Shop.Grade(game), number++), held => held.Status == HttpStatusCode.Created)).Number("holdId");
        var proxy = link switch { Link.Primary => primary, Link.ReadReplica => reads, _ => redis };
        sells.SetResult();
        await begin;

        proxy.Suffer(fault);
        var (responses, slowest) = (new List<Answer>(), TimeSpan.Zero);
        for (var round = 1; round <= Rounds; round++)
        {
            var reserving = TimedAsync("reserve", () => fan.ReserveAsync(http, game, hold, $"key-{hold}"));
            if (round == 1)
                await reserving; // It has the open connections for itself, so it is sent.
            var others = await AskAroundAsync(http, fan);
            var (answer, took) = await reserving;
            responses.Add(answer);
            slowest = new[] { slowest, took, others }.Max();
        }

        if (responses.TrueForAll(answer => answer.Status == HttpStatusCode.ServiceUnavailable))
            Assert.Equal(0, await SoldAsync(game));
        proxy.Suffer(LinkFault.None);
        var mended = Stopwatch.StartNew();
        var bought = await fan.ReserveAsync(http, game, hold, $"key-{hold}");
        while ((bought.Status != HttpStatusCode.Created || !await BuyAsync()) && mended.Elapsed < 10 * RecoveryGoal)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
            bought = await fan.ReserveAsync(http, game, hold, $"key-{hold}");
        }

        TestContext.Current.SendDiagnosticMessage($"{link}, {fault}: slowest answer {slowest.TotalSeconds:0.00} s (goal {Goal.TotalSeconds}), "
            + $"reservation {string.Join(", ", responses.Select(answer => (int)answer.Status))}; sold again after {mended.Elapsed.TotalSeconds:0.00} s (goal {RecoveryGoal.TotalSeconds})");
        Assert.Equal(HttpStatusCode.Created, bought.Status);
        Assert.InRange(slowest, TimeSpan.Zero, 10 * Goal);
        Assert.InRange(mended.Elapsed, TimeSpan.Zero, 10 * RecoveryGoal);
        Assert.Equal(1, await SoldAsync(game));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));

        // Buys a seat of a game that no other test uses. A busy shop leaves the game for the next attempt: a season does not have enough games for each attempt.
        async Task<bool> BuyAsync()
        {
            var unused = next ??= shop.NextGame();
            var offered = await fan.HoldAsync(http, unused, Shop.Grade(unused), 1);
            if (offered.Status == HttpStatusCode.ServiceUnavailable)
                return false;
            next = null;
            return offered.Status == HttpStatusCode.Created && (await fan.ReserveAsync(http, unused, offered.Number("holdId"))).Status == HttpStatusCode.Created;
        }
    }

    /// <summary>Sends all other requests at once.</summary>
    /// <returns>The time of the slowest response.</returns>
    private async Task<TimeSpan> AskAroundAsync(HttpClient http, Fan fan)
    {
        var game = shop.NextGame();
        var times = new ConcurrentBag<TimeSpan>();
        await Task.WhenAll(
            NoteAsync("read", () => http.GetAnswerAsync($"/api/games/{game}")),
            NoteAsync("live read", () => http.GetAnswerAsync($"/api/games/{game}/grades")),
            NoteAsync("taken", () => http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game, 2)}/taken")),
            NoteAsync("own read", () => fan.GetAsync(http, "/api/reservations")),
            NoteAsync("sign in", () => fan.PostAsync(http, "/api/sessions", new { email = fan.Email, password = Shop.FanPassword })),
            NoteAsync("hold", () => fan.HoldAsync(http, game, Shop.Grade(game, 3), 1)),
            NoteAsync("live", () => http.GetAnswerAsync("/health/live")),
            NoteAsync("ready", () => http.GetAnswerAsync("/health/ready")));
        return times.Max();

        async Task NoteAsync(string what, Func<Task<Answer>> ask)
        {
            var (answer, took) = await TimedAsync(what, ask);
            if (what == "live")
                Assert.Equal(HttpStatusCode.OK, answer.Status);
            if (answer.Status == HttpStatusCode.InternalServerError)
                Assert.Equal("hold", what); // Alone among these it writes what must not be written again.
            times.Add(took);
        }
    }

    private static async Task<(Answer Answer, TimeSpan Took)> TimedAsync(string what, Func<Task<Answer>> ask)
    {
        var since = Stopwatch.StartNew();
        var answer = await ask().WaitAsync(10 * Goal, TestContext.Current.CancellationToken);
        Assert.True((int)answer.Status < 400 || answer.Status is HttpStatusCode.ServiceUnavailable or HttpStatusCode.InternalServerError, $"{what}: {answer.Status} {answer.Body}");
        return (answer, since.Elapsed);
    }

    private Task<long> SoldAsync(long game) => shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game });
}
