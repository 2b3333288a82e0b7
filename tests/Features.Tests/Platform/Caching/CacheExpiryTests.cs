using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>When cached responses expire, nobody builds more of them than needed: neither many callers the same one, nor one moment all of them.</summary>
public sealed class CacheExpiryTests(Shop shop)
{
    /// <summary>Lifetimes differ by a tenth in either direction, so that the next build is never sooner than this.</summary>
    private const double LeastOfLife = 0.9;

    [Fact]
    public async Task Fifty_callers_of_a_response_that_expires_again_and_again_cost_one_build_each_time()
    {
        const int Callers = 50, Builds = 5;
        await using var replica = shop.Replica(("Cache:Mode", "Memory"), ("Cache:Seconds", "1"));
        var cache = replica.Services.GetRequiredService<ResponseCache>();
        await Until.HeardAsync(replica.Services);
        var key = NewKey();
        var built = new ConcurrentQueue<long>();
        using var over = new CancellationTokenSource(Wait.Patience);

        await Together.RunAsync(Callers, async caller =>
        {
            while (built.Count < Builds && !over.IsCancellationRequested)
            {
                await cache.GetAsync(key, ConsistencyToken.Nothing, BuildAsync, CancellationToken.None);
                await Task.Delay(1, CancellationToken.None);
            }

            return caller;
        });

        Assert.Equal(Builds, built.Count);
        Assert.All(built.Zip(built.Skip(1)), pair => Assert.True(Stopwatch.GetElapsedTime(pair.First, pair.Second).TotalSeconds >= LeastOfLife, "It was built again before it had expired."));

        async Task<Result<FinishedBody>> BuildAsync(ReadContext database, CancellationToken cancellation)
        {
            built.Enqueue(Stopwatch.GetTimestamp());
            await Task.Delay(20, CancellationToken.None);
            return new FinishedBody(new byte[10]);
        }
    }

    [Fact]
    public async Task A_hundred_responses_cached_together_expire_one_after_the_other()
    {
        const int Responses = 100, Seconds = 100, Slots = 10;
        await using var replica = shop.Replica(("Cache:Mode", "Redis"), ("Cache:Seconds", $"{Seconds}"));
        var cache = replica.Services.GetRequiredService<ResponseCache>();
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        var keys = Enumerable.Range(0, Responses).Select(_ => NewKey()).ToList();

        await Task.WhenAll(keys.Select(key => cache.GetAsync(key, ConsistencyToken.Nothing, (_, _) => Task.FromResult<Result<FinishedBody>>(new FinishedBody(new byte[10])), TestContext.Current.CancellationToken)));
        var lives = new List<double>();
        foreach (var key in keys)
            lives.Add((await redis.GetDatabase().KeyTimeToLiveAsync($"dugout:answer:{key.Text}"))?.TotalSeconds ?? 0);

        // A Redis that is late is not waited for: its response is not cached.
        var cached = lives.Where(life => life > 0).ToList();
        Assert.InRange(cached.Count, Responses / 2, Responses);
        Assert.True(cached.Max() <= Seconds * (2 - LeastOfLife));
        Assert.All(cached.CountBy(life => (int)(life * Slots / (2 * (1 - LeastOfLife) * Seconds))), slot => Assert.InRange(slot.Value, 1, Responses / 3));
    }

    private static CacheKey NewKey() => new($"expiry-{Guid.NewGuid():N}", "expiry");
}
