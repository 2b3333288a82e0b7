using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A gateway as it ships before two replicas of the API, one of which is killed under readers and buyers.</summary>
public sealed class KilledReplicaTests(Shop shop)
{
    private const int Readers = 8;
    private const int Buyers = 4;
    private const int SeatsABuyer = 200;

    /// <summary>In place of the status of a response that ended before its end: nothing can be requested of another replica after its first byte.</summary>
    private const HttpStatusCode BrokenOff = 0;

    private readonly ConcurrentQueue<Response> _reads = [];
    private readonly ConcurrentQueue<Response> _purchases = [];

    private sealed record Response(long Began, HttpStatusCode Status, string Replica);

    [Fact]
    public async Task A_killed_replica_fails_no_unanswered_read_and_its_purchases_are_made_once()
    {
        await using var dying = await ServiceProcess.ReplicaAsync(shop, "api-3");
        // A read on a crowded machine may take longer than the gateway waits by default.
        await using var gateway = await ServiceProcess.GatewayAsync(
            shop, [dying.Http, shop.Http], ("ReverseProxy__Clusters__api__HttpRequest__ActivityTimeout", "00:00:30"));
        var game = shop.NextGame();
        var fans = await shop.NextFansAsync(Buyers);
        using var ended = new CancellationTokenSource();
        var load = Enumerable.Range(0, Readers).Select(_ => ReadAsync(gateway.Http, game, ended.Token))
            .Concat(fans.Select((fan, index) => BuyAsync(fan, gateway.Http, game, index * SeatsABuyer, ended.Token))).ToList();

        await Wait.UntilAsync("the replica responds to readers and buyers", () => Task.FromResult(HasServed(_reads, 100) && HasServed(_purchases, 10)));
        await dying.KillAsync();
        var gone = Stopwatch.GetTimestamp();
        await Wait.UntilAsync("the sale continues", () => Task.FromResult(_reads.Count(read => read.Began > gone) > 500 && _purchases.Count(purchase => purchase.Began > gone) > 50));
        await ended.CancelAsync();
        await Task.WhenAll(load);

        var brokenOff = _reads.Where(read => read.Status == BrokenOff).ToList();
        Assert.All(brokenOff, read => Assert.True(read.Began < gone));
        Assert.All(_reads.Except(brokenOff), read => Assert.Equal(HttpStatusCode.OK, read.Status));
        // The outcome of these is unknown: the replica had them. They were repeated.
        var unknown = _purchases.Where(purchase => purchase.Status != HttpStatusCode.Created).ToList();
        Assert.All(unknown, purchase => Assert.True(purchase.Status is HttpStatusCode.BadGateway or BrokenOff && purchase.Began < gone, $"{purchase.Status}"));
        Assert.Equal(_purchases.Count - unknown.Count, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
        TestContext.Current.SendDiagnosticMessage($"killed: of {_reads.Count} reads {brokenOff.Count} broke off, of {_purchases.Count} purchases {unknown.Count} unknown");

        static bool HasServed(IEnumerable<Response> responses, int number) => responses.Count(response => response.Replica == "api-3") >= number;
    }

    private async Task ReadAsync(HttpClient gateway, long game, CancellationToken ended)
    {
        while (!ended.IsCancellationRequested)
            _reads.Enqueue(await SendAsync(() => gateway.GetAnswerAsync($"/api/games/{game}/grades")));
    }

    /// <summary>Buys one seat after the other through the gateway, each with the same key until that has succeeded, and cancels the purchase.</summary>
    private async Task BuyAsync(Fan fan, HttpClient gateway, long game, int before, CancellationToken ended)
    {
        for (var n = 0; !ended.IsCancellationRequested; n++)
        {
            var hold = (await fan.HoldAsync(game, before + 1 + (n % SeatsABuyer))).Number("holdId");
            Response response;
            do
                _purchases.Enqueue(response = await SendAsync(() => fan.ReserveAsync(gateway, game, hold, $"key-{hold}")));
            while (response.Status is HttpStatusCode.BadGateway or BrokenOff);
            if (response.Status == HttpStatusCode.Created)
                Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/reservations/{hold}")).Status);
        }
    }

    private static async Task<Response> SendAsync(Func<Task<Answer>> send)
    {
        var began = Stopwatch.GetTimestamp();
        try
        {
            var answer = await send();
            return new(began, answer.Status, answer.Headers.GetValues("X-Served-By").Single());
        }
        catch (Exception error) when (error is IOException or HttpRequestException { InnerException: IOException })
        {
            // Its status had been sent.
            return new(began, BrokenOff, "");
        }
    }
}
