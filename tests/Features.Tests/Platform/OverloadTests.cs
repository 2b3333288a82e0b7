using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>
/// More callers than a replica has connections to the primary, whose every answer takes a known time: how many it takes until
/// requests fail follows from that, and what becomes of them from the limits.
/// </summary>
[Collection(nameof(Alone))]
public sealed class OverloadTests(Shop shop)
{
    private const int Pool = 10;

    /// <summary>The pool's patience, and with the lanes' bounds the goal for who is turned away.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>The pool's patience where it isn't to decide who is turned away.</summary>
    private static readonly TimeSpan Waiting = TimeSpan.FromSeconds(20);

    private static readonly TimeSpan Work = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Little's law, L = λW: <c>Pool / work</c> responses a second, so that of more than <c>(patience + work) × Pool / work</c> callers the last waits in vain. Asserted are
    /// this rate and that failures begin between a quarter and twice this number; Endurance searches for it.
    /// </summary>
    [Fact]
    public Task Without_lanes_requests_hang_until_the_pool_times_out_and_then_fail() => FailWhereThePoolsPatienceIsOverAsync(searches: false);

    /// <param name="searches">Whether to search for the number of callers from which requests fail.</param>
    internal async Task FailWhereThePoolsPatienceIsOverAsync(bool searches)
    {
        await using var rig = await Rig.StartAsync(shop, ("Limits:Enabled", "false"));
        var work = await rig.WorkAsync();
        var predicted = (int)((Patience + work) / work * Pool);

        var below = await rig.LoadAsync(predicted / 4);
        var above = await rig.LoadAsync(predicted * 2);
        TestContext.Current.SendDiagnosticMessage($"{Pool} connections, {work.TotalMilliseconds:0} ms an answer, {Pool / work.TotalSeconds:0} answers a second, patience {Patience.TotalSeconds} s: failures predicted from {predicted} callers");
        if (searches)
            await SearchAsync(rig, predicted);
        TestContext.Current.SendDiagnosticMessage($"{2 * predicted} callers: {above.Answered} answered, {above.Refused.Count} refused after {Times(above.Refused)}");
        // No connection answers twice within the primary's latency; beside other work each takes longer.
        Assert.InRange(below.Answered / below.Took.TotalSeconds, Pool / work.TotalSeconds / 4, Pool / Work.TotalSeconds);
        // A machine that stops for a moment lets some wait in vain at any load.
        Assert.InRange(below.Refused.Count, 0, above.Refused.Count / 10);
        Assert.NotEmpty(above.Refused);
        Assert.All(above.Refused, waited => Assert.InRange(waited, 0.9 * Patience, 30 * Patience));
    }

    /// <summary>Searches for the number of callers from which requests fail: the goal is the predicted one within 20 %, and it is asserted within 50 %.</summary>
    private static async Task SearchAsync(Rig rig, int predicted)
    {
        var (none, some) = (predicted / 4, predicted * 2);
        while (some - none > Math.Max(1, predicted / 20))
        {
            var middle = (none + some) / 2;
            (none, some) = (await rig.LoadAsync(middle)).Refused.Count == 0 ? (middle, some) : (none, middle);
        }

        TestContext.Current.SendDiagnosticMessage($"failures seen from {some} callers ({100.0 * some / predicted - 100:+0;-0} %, goal within 20 %)");
        Assert.InRange(some, predicted / 2, predicted * 3 / 2);
    }

    [Fact]
    public async Task With_lanes_rejections_are_immediate_and_admitted_requests_are_served()
    {
        await using var rig = await Rig.StartAsync(shop, ("Limits:Enabled", "true"), ("Limits:Reads", $"{3 * Pool}"), ("Database:ConnectSeconds", $"{Waiting.TotalSeconds}"));
        var work = await rig.WorkAsync();

        var load = await rig.LoadAsync((int)((Patience + work) / work * Pool) * 2);

        TestContext.Current.SendDiagnosticMessage($"{load.Answered} answered, {load.Refused.Count} refused after {Times(load.Refused)} (goal below {Patience.TotalSeconds} s)");
        Assert.InRange(load.Answered, 1, int.MaxValue);
        Assert.NotEmpty(load.Refused);
        Assert.All(load.Refused, waited => Assert.InRange(waited, TimeSpan.Zero, 10 * Waiting));
        // Most are rejected at once instead of waiting: that is the purpose of lanes.
        Assert.InRange(load.Refused[load.Refused.Count / 2], TimeSpan.Zero, 0.9 * Waiting);
    }

    [Fact]
    public async Task While_reads_are_rejected_purchases_succeed()
    {
        await using var rig = await Rig.StartAsync(shop, ("Limits:Enabled", "true"), ("Limits:Reads", "4"), ("Limits:Writes", "64"), ("Database:ConnectSeconds", $"{Waiting.TotalSeconds}"));
        var fans = await shop.NextFansAsync(16);
        var game = shop.NextGame();

        var reading = rig.LoadAsync(callers: 80);
        var bought = await Task.WhenAll(fans.Select(async (fan, index) =>
        {
            var hold = await fan.HoldAsync(rig.Http, game, Shop.Grade(game), index + 1);
            return hold.Status == HttpStatusCode.Created ? await fan.ReserveAsync(rig.Http, game, hold.Number("holdId")) : hold;
        }));
        var reads = await reading;

        TestContext.Current.SendDiagnosticMessage($"{reads.Answered} reads answered, {reads.Refused.Count} turned away after {Times(reads.Refused)} (goal for 99 of 100: 20 ms); {bought.Length} purchases made");
        Assert.NotEmpty(reads.Refused);
        Assert.All(bought, answer => Assert.Equal(HttpStatusCode.Created, answer.Status));
    }

    private static string Times(IReadOnlyList<TimeSpan> sorted) =>
        $"{sorted[sorted.Count / 2].TotalMilliseconds:0} ms (median), {sorted[sorted.Count * 99 / 100].TotalMilliseconds:0} ms (99 of 100), {sorted[^1].TotalMilliseconds:0} ms (longest)";

    /// <summary>What came of a load.</summary>
    /// <param name="Answered">The number of responses.</param>
    /// <param name="Refused">The waiting times of rejected callers, ascending.</param>
    /// <param name="Took">How long it took until the last one had a response.</param>
    private sealed record Load(int Answered, IReadOnlyList<TimeSpan> Refused, TimeSpan Took);

    /// <summary>A replica with few connections to a primary that takes its time.</summary>
    private sealed class Rig : IAsyncDisposable
    {
        private readonly FaultyProxy _primary;
        private readonly WebApplicationFactory<Program> _replica;

        /// <summary>Games that are asked for: callers of one game would share queries.</summary>
        private const int Games = 400;

        private Rig(FaultyProxy primary, WebApplicationFactory<Program> replica)
        {
            (_primary, _replica) = (primary, replica);
            Http = replica.CreateClient();
        }

        public HttpClient Http { get; }

        public static async Task<Rig> StartAsync(Shop shop, params (string Name, string Value)[] limits)
        {
            var primary = shop.BeforePrimary(Work);
            var replica = shop.AgelessReplica(
                [.. shop.Through(primary), ("Database:PoolSize", $"{Pool}"), ("Database:ConnectSeconds", $"{Patience.TotalSeconds}"), ("Database:CommandSeconds", "30"), .. limits]);
            var rig = new Rig(primary, replica);
            // All connections are there before the primary becomes slow, and the terms of every game, so that no request waits for them.
            for (var first = 0; first < Games; first += Pool)
                await Together.RunAsync(Pool, index => rig.SendAsync(first + index));
            primary.Suffer(LinkFault.Latency);
            return rig;
        }

        /// <summary>The time of one response without other load.</summary>
        public async Task<TimeSpan> WorkAsync()
        {
            var times = new List<TimeSpan>();
            for (var n = 0; n < 5; n++)
                times.Add((await SendAsync(n)).Took);
            return times.Order().ElementAt(times.Count / 2);
        }

        /// <summary>
        /// So many callers ask again and again; rejected callers pause briefly. For twice the pool's timeout: all begin at once, so callers that wait
        /// in vain has learnt it after one.
        /// </summary>
        public async Task<Load> LoadAsync(int callers)
        {
            var (answered, refused, during) = (0, new ConcurrentBag<TimeSpan>(), Stopwatch.StartNew());
            await Together.RunAsync(callers, async caller =>
            {
                while (during.Elapsed < 2 * Patience)
                {
                    var (answer, took) = await SendAsync(caller);
                    if (answer.Status == HttpStatusCode.OK)
                    {
                        Interlocked.Increment(ref answered);
                        continue;
                    }

                    Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (answer.Status, answer.Code));
                    Assert.Equal(Patience, answer.Headers.RetryAfter?.Delta);
                    refused.Add(took);
                    await Task.Delay(Work);
                }

                return true;
            });
            return new(answered, [.. refused.Order()], during.Elapsed);
        }

        public async ValueTask DisposeAsync()
        {
            Http.Dispose();
            await _replica.DisposeAsync();
            await _primary.DisposeAsync();
        }

        private async Task<(Answer Answer, TimeSpan Took)> SendAsync(int caller)
        {
            var since = Stopwatch.StartNew();
            return (await Http.GetAnswerAsync($"/api/games/{1 + (caller % Games)}/grades"), since.Elapsed);
        }
    }
}
