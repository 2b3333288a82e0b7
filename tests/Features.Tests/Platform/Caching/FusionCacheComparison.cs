using System.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;
using Xunit;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Backplane.StackExchangeRedis;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>The response cache beside FusionCache: what a cached read costs, and whether the library's backplane runs on this client. Measured on request; the figures are in tests/measured.txt.</summary>
[Collection(nameof(Alone))]
public sealed class FusionCacheComparison(Shop shop, ITestOutputHelper output)
{
    private const int Blocks = 12;
    private const int Reads = 200_000;
    private static readonly CacheKey Key = new("compared", "compared", 2027, "04", 1L);

    [Fact(Explicit = true)]
    public async Task What_a_cached_read_costs()
    {
        await using var replica = shop.Replica(("Cache:Mode", nameof(CacheMode.Memory)), ("Cache:Seconds", "3600"));
        var own = replica.Services.GetRequiredService<ResponseCache>();
        using var fusion = await FusionAsync();
        var body = new FinishedBody(new byte[6_000]);

        Func<Task>[] arms = [OwnAsync, FusionReadAsync, OwnAsync];
        string[] names = ["own", "FusionCache", "own again"];
        var costs = names.Select(_ => new List<(double Nanoseconds, double Bytes)>()).ToList();
        for (var block = 0; block < Blocks; block++)
            for (var arm = 0; arm < arms.Length; arm++)
            {
                var cost = await CostAsync(arms[arm]);
                // The first blocks run code that is compiled meanwhile.
                if (block >= 2)
                    costs[arm].Add(cost);
            }

        for (var arm = 0; arm < arms.Length; arm++)
            output.WriteLine($"{names[arm]}: {Median(costs[arm].Select(cost => cost.Nanoseconds)):0} ns of CPU, {Median(costs[arm].Select(cost => cost.Bytes)):0} bytes allocated a read");

        async Task OwnAsync() => await own.GetAsync(Key, ConsistencyToken.Nothing, (_, _) => Task.FromResult<Result<FinishedBody>>(body), CancellationToken.None);

        async Task FusionReadAsync() => await fusion.GetOrSetAsync<FinishedBody>(
            Key.Text, (_, _) => Task.FromResult(body), options => options.SetDuration(TimeSpan.FromHours(1)), tags: [Key.Tag]);
    }

    [Fact(Explicit = true)]
    public async Task The_backplane_of_FusionCache_evicts_a_tag_in_another_process()
    {
        using var one = await FusionAsync();
        using var two = await FusionAsync();
        await one.SetAsync(Key.Text, "old", tags: [Key.Tag]);
        await two.SetAsync(Key.Text, "old", tags: [Key.Tag]);

        var since = Stopwatch.StartNew();
        await one.RemoveByTagAsync(Key.Tag);
        while (await two.GetOrDefaultAsync<string>(Key.Text) is not null)
            Assert.True(since.Elapsed < TimeSpan.FromSeconds(10), "The tag was not evicted.");
        output.WriteLine($"evicted after {since.Elapsed.TotalMilliseconds:0.0} ms");
    }

    private async Task<FusionCache> FusionAsync()
    {
        var fusion = new FusionCache(new FusionCacheOptions { CacheName = "compared" });
        var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        fusion.SetupBackplane(new RedisBackplane(new RedisBackplaneOptions { ConnectionMultiplexerFactory = () => Task.FromResult<IConnectionMultiplexer>(redis) }));
        return fusion;
    }

    private static async Task<(double Nanoseconds, double Bytes)> CostAsync(Func<Task> read)
    {
        using var process = Process.GetCurrentProcess();
        var (before, bytes) = (process.TotalProcessorTime, GC.GetTotalAllocatedBytes());
        for (var n = 0; n < Reads; n++)
            await read();
        process.Refresh();
        return ((process.TotalProcessorTime - before).TotalNanoseconds / Reads, (double)(GC.GetTotalAllocatedBytes() - bytes) / Reads);
    }

    private static double Median(IEnumerable<double> values) => values.Order().ElementAt((Blocks - 2) / 2);
}
