using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Running;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

public sealed class ReplicaSamplesTests
{
    [Fact]
    public async Task Replicas_are_sampled_each_second_from_the_first_iteration_and_silent_ones_are_missing()
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
                runtime = new { heapBytes = 30_500_000 * times, collections = 10 * times, fullCollections = times, pauseSeconds = 0.25 * times, threads = 8, workWaiting = 3 },
                notices = new Dictionary<string, long> { ["dugout.pushes.pool_depth"] = 100 * times, ["dugout.pushes.sent"] = 5, ["dugout.pushes.failed"] = 2, ["dugout.pushes.dropped"] = 1 },
            };
        });
        await replica.StartAsync(TestContext.Current.CancellationToken);
        var recorder = new Recorder(TimeSpan.FromSeconds(1));
        using var samples = new ReplicaSamples(new AppHostFile(null, null, Resources: new Dictionary<string, AppHostResource>
        {
            ["api-1"] = new("running", 1, new Uri(replica.Urls.Single())),
            ["api-2"] = new("running", 2, new Uri("http://127.0.0.1:1")),
            ["gateway"] = new("running", 3, new Uri(replica.Urls.Single())),
        }));
        using var ended = new CancellationTokenSource();

        var sampling = samples.RunAsync(recorder, ended.Token);
        recorder.Begin(null).End(Outcome.Ok, "ok");
        // The first response has arrived when the next sample is requested.
        while (Volatile.Read(ref asked) < 2) await Task.Delay(20, TestContext.Current.CancellationToken);
        await ended.CancelAsync();
        var read = await sampling;

        var first = read["api-1"][0];
        Assert.Equal(["api-1"], read.Keys);
        Assert.Equal((30.5, 10, 1, 250.0, 8, 3, 100, 7), (first.HeapMegabytes, first.Collections, first.FullCollections, first.PauseMilliseconds, first.Threads, first.WorkWaiting, first.NoticesWaiting, first.Pushes));
        Assert.InRange(first.At, 0, 60);
    }

    [Fact]
    public async Task No_replica_is_sampled_before_the_first_iteration()
    {
        using var samples = new ReplicaSamples(new AppHostFile(null, null));

        Assert.Empty(await samples.RunAsync(new Recorder(TimeSpan.FromSeconds(1)), new CancellationToken(canceled: true)));
    }
}
