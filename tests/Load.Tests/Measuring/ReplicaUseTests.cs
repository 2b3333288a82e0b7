using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

/// <summary>Hand-made replicas that report their use.</summary>
public sealed class ReplicaUseTests
{
    [Fact]
    public async Task Waits_and_cache_use_count_from_the_beginning_and_silent_replicas_are_missing()
    {
        var asked = 0;
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var replica = builder.Build();
        replica.MapGet("/health/usage", () =>
        {
            var times = Interlocked.Increment(ref asked);
            return new
            {
                connectionWaits = 10 * times,
                connectionWaitSeconds = 0.5 * times,
                connectionUseSeconds = 2.0 * times,
                cache = new { entries = 7 * times, bytes = 1_000_000, hits = 300 * times, misses = 100 * times, sharedHits = 40 * times, sharedMisses = 60 * times, sharedWrittenBytes = 2_000_000 * times },
            };
        });
        await replica.StartAsync(TestContext.Current.CancellationToken);
        var system = new AppHostFile(null, null, Resources: new Dictionary<string, AppHostResource>
        {
            ["api-1"] = new("running", 1, new Uri(replica.Urls.Single())),
            ["api-2"] = new("running", 2, new Uri("http://127.0.0.1:1")),
            ["gateway"] = new("running", 3, new Uri(replica.Urls.Single())),
        });
        using var use = new ReplicaUse(system);

        use.Begin();
        while (Volatile.Read(ref asked) == 0) await Task.Delay(5, TestContext.Current.CancellationToken);
        var (waits, kept) = await use.ReadAsync();

        Assert.Equal([KeyValuePair.Create("api-1", new WaitRecord(10, 0.5, 2))], waits);
        Assert.Equal([KeyValuePair.Create("api-1", new CacheRecord(300, 100, 40, 60, 2_000_000, 14, 1_000_000))], kept);
        Assert.Equal(
            "300 of 400 lookups hit in memory (75.0 %), 40 of 100 in Redis (40.0 %); 2.00 MB written to Redis; memory holds 14 entries, 1.00 MB", kept["api-1"].InWords);
    }

    [Fact]
    public async Task Use_that_never_began_is_empty()
    {
        using var use = new ReplicaUse(new AppHostFile(null, null));

        var (waits, kept) = await use.ReadAsync();

        Assert.Empty(waits);
        Assert.Empty(kept);
    }
}
