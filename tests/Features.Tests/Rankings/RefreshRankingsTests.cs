using System.Net;
using Dugout.Features.Rankings;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Rankings;

/// <summary>Who counts, when, and what becomes of it: one worker of all, on schedule, whatever happens to the others and to Redis.</summary>
[Collection(nameof(RankedShop))]
public sealed class RefreshRankingsTests(RankedShop shop) : IAsyncLifetime
{
    private const string Games = "games?window=day";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => await BeginAnewAsync();

    public async ValueTask DisposeAsync() => await BeginAnewAsync();

    [Fact]
    public async Task Of_twenty_concurrent_workers_one_counts_and_none_counts_again_before_the_next_interval()
    {
        await using var host = shop.WorkersHost();
        _ = host.Services; // Started here: twenty who find it isn't would start twenty.
        await shop.RefreshAsync(shop.NextNoon());
        await shop.MakeDueAsync();

        var first = await Together.RunAsync(20, _ => TryAsync(host));
        var second = await Together.RunAsync(20, _ => TryAsync(host));

        Assert.Single(first, published => published);
        Assert.DoesNotContain(true, second);
    }

    [Fact]
    public async Task Of_three_consecutive_workers_one_counts()
    {
        await using var host = shop.WorkersHost();
        await shop.RefreshAsync(shop.NextNoon());
        await shop.MakeDueAsync();

        var counted = 0;
        for (var worker = 0; worker < 3; worker++)
            counted += await TryAsync(host) ? 1 : 0;

        Assert.Equal(1, counted);
    }

    [Fact]
    public async Task Rankings_are_counted_again_after_the_interval()
    {
        await using var host = shop.WorkersHost(("Rankings:RefreshSeconds", "1"));
        await shop.RefreshAsync(shop.NextNoon());
        await shop.MakeDueAsync();
        Assert.True(await TryAsync(host));

        await Wait.UntilAsync("it is counted again", () => TryAsync(host));
    }

    [Fact]
    public async Task When_the_lease_holder_dies_another_worker_counts()
    {
        await using var host = shop.WorkersHost(("Rankings:LeaseSeconds", "100"));
        await shop.RefreshAsync(shop.NextNoon());
        await shop.MakeDueAsync();

        Assert.NotNull(await ActivatorUtilities.CreateInstance<RankingLease>(host.Services).TakeAsync(isUrgent: false, Cancellation));
        Assert.Null(await ActivatorUtilities.CreateInstance<RankingLease>(host.Services).TakeAsync(isUrgent: true, Cancellation));
        await shop.ChangeAsync("UPDATE ranking_leases SET held_until = held_until - INTERVAL 100 SECOND", new { });

        Assert.True(await TryAsync(host));
    }

    /// <summary>It computed, froze, and thaws after another worker held the lease: its result is outdated.</summary>
    [Fact]
    public async Task Rankings_published_late_by_a_thawed_worker_are_rejected()
    {
        await using var frozen = shop.WorkersHost();
        var (noon, later) = (shop.NextNoon(), shop.NextNoon());
        await shop.MakeDueAsync();
        var token = await ActivatorUtilities.CreateInstance<RankingLease>(frozen.Services).TakeAsync(isUrgent: false, Cancellation);
        var counted = await RankedShop.Counter(frozen).CountAsync(noon, Cancellation);

        await shop.RefreshAsync(later);
        var published = await frozen.Services.GetRequiredService<RankingBoards>().PublishAsync(token!.Value, counted, Cancellation);

        Assert.False(published);
        await RankedShop.ShowAsync(shop.Replicas[1], Games, later);
    }

    [Fact]
    public async Task An_expired_lease_that_is_released_does_not_affect_the_newer_one()
    {
        await using var host = shop.WorkersHost();
        var turn = ActivatorUtilities.CreateInstance<RankingLease>(host.Services);
        await shop.MakeDueAsync();
        var late = await turn.TakeAsync(isUrgent: false, Cancellation);
        await shop.MakeDueAsync();
        var holder = await turn.TakeAsync(isUrgent: false, Cancellation);

        await turn.EndAsync(late!.Value, Cancellation);

        Assert.True(holder > late);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM ranking_leases WHERE token = @holder AND held_until > UTC_TIMESTAMP(6)", new { holder }));
    }

    [Fact]
    public async Task Rankings_lost_by_Redis_are_recounted_at_once_with_the_same_result()
    {
        var noon = shop.NextNoon();
        await shop.ReserveAsync(17, 2, noon.AddHours(-1));
        await shop.RefreshAsync(noon);
        var before = await RankedShop.ShowAsync(shop.Http, Games, noon);
        await using var host = shop.WorkersHost();
        using var worker = RankedShop.Worker(host, noon);
        Assert.False(await worker.RefreshAsync(Cancellation));

        await LoseAsync();
        await Until.TrueAsync(() => shop.Http.GetAnswerAsync($"/api/rankings/{Games}"), answer => answer.Code == "busy");
        Assert.True(await worker.RefreshAsync(Cancellation));

        Assert.Equal(before.Body, (await RankedShop.ShowAsync(shop.Http, Games, noon)).Body);
    }

    [Fact]
    public async Task While_Redis_is_unavailable_the_last_ranking_is_shown_until_it_is_too_old()
    {
        var now = DateTime.UtcNow;
        now = now.AddTicks(-(now.Ticks % TimeSpan.TicksPerMicrosecond));
        await shop.RefreshAsync(now);
        var clock = new MovedClock();
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.Replica([.. shop.Through(redis: redis)]).By(clock);
        using var http = replica.CreateClient();
        await RankedShop.ShowAsync(http, Games, now);

        redis.Suffer(LinkFault.Reset);
        clock.Ahead = TimeSpan.FromSeconds(10);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync($"/api/rankings/{Games}")).Status);
        clock.Ahead = TimeSpan.FromSeconds(181);
        var refused = await http.GetAnswerAsync($"/api/rankings/{Games}");

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task The_worker_with_shipped_settings_counts_and_every_replica_shows_it()
    {
        var game = shop.NextGame();
        var fan = await shop.NextFanAsync();
        await using var worker = await shop.StartWorkerAsync(settings: [("Rankings__RefreshSeconds", "1"), ("Rankings__PollMilliseconds", "100")]);

        await fan.BuyAsync(game, 1, 2);

        // A process starts slowly; after its first refresh, waits are short.
        await Wait.UntilAsync("the worker has counted", async () => IsThere(await shop.Http.GetAnswerAsync("/api/rankings/games?window=day")));
        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => replica.GetAnswerAsync("/api/rankings/games?window=day"), IsThere);

        bool IsThere(Answer answer) => answer.Code is null && RankedShop.Places(answer).Contains((1, game, 2));
    }

    /// <summary>One poll of a worker; where Redis is slow under load, it polls again, as workers do.</summary>
    private static async Task<bool> TryAsync(WebApplicationFactory<Program> host)
    {
        using var worker = RankedShop.Worker(host);
        for (var tries = 1; ; tries++)
        {
            try
            {
                return await worker.RefreshAsync(Cancellation);
            }
            catch (RedisUnavailableException) when (tries < 10)
            {
                await Task.Delay(100, Cancellation);
            }
        }
    }

    /// <summary>Nothing was published, and it is time to count: the state left by other tests is reset.</summary>
    private async Task BeginAnewAsync()
    {
        await LoseAsync();
        await shop.MakeDueAsync();
    }

    /// <summary>Takes the rankings out of Redis.</summary>
    private async Task LoseAsync()
    {
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        await redis.GetDatabase().KeyDeleteAsync("dugout:rankings");
    }
}
