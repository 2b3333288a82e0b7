using System.Diagnostics;
using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Platform.Consistency;

/// <content>Reads without a replica and without a primary.</content>
public sealed partial class ReadsTests
{
    [Fact]
    public async Task With_no_replica_left_the_primary_is_read_from()
    {
        await shop.BreakAsync(1, ReplicatedShop.Fault.Killed);
        await shop.BreakAsync(2, ReplicatedShop.Fault.Killed);
        try
        {
            foreach (var replica in shop.Replicas)
            {
                for (var turn = 0; turn < 5; turn++)
                    Assert.Equal(HttpStatusCode.OK, (await replica.GetAnswerAsync("/api/teams")).Status);
            }
        }
        finally
        {
            await shop.MendAsync(1, ReplicatedShop.Fault.Killed);
            await shop.MendAsync(2, ReplicatedShop.Fault.Killed);
        }

        await UntilAsync(health => health.Status == "healthy", "both back");
    }

    /// <summary>Replicas cannot replicate then, and stay in rotation.</summary>
    [Fact]
    public async Task With_no_primary_the_replicas_are_read_from()
    {
        var by = await shop.NextOperatorAsync();
        using var stop = new CancellationTokenSource();
        var writing = WriteAsync(by, stop.Token);
        await UntilAsync(health => health.Status == "healthy", "before");
        await shop.WithoutPrimaryAsync(async () =>
        {
            for (var since = Stopwatch.StartNew(); since.Elapsed < Bound;)
            {
                foreach (var replica in shop.Replicas)
                    Assert.Equal(HttpStatusCode.OK, (await replica.GetAnswerAsync("/api/games/3")).Status);
            }
        });

        await UntilAsync(health => health.Status == "healthy", "after");
        await stop.CancelAsync();
        await writing;
    }
}
