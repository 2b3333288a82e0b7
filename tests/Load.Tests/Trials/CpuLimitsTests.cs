using System.Diagnostics;
using Dugout.Load.Measuring;
using Dugout.Load.Trials;
using Xunit;

namespace Dugout.Load.Tests.Trials;

/// <summary>Against the kernel itself, with a process that does nothing but use its CPU.</summary>
public sealed class CpuLimitsTests
{
    private const double Cores = 0.2;

    [Fact]
    public async Task A_process_in_a_slice_gets_no_more_than_that()
    {
        using var busy = Process.Start(new ProcessStartInfo("sh", ["-c", "while :; do :; done"]))!;
        try
        {
            using var slices = new CpuLimits();
            if (slices.Limit([busy.Id], Cores) is { } why) Assert.Skip(why);
            var use = new CpuThrottling([KeyValuePair.Create("busy", busy.Id), KeyValuePair.Create("gone", int.MaxValue)]);
            use.Begin();
            var (begun, before) = (Stopwatch.GetTimestamp(), Used(busy));

            await Task.Delay(TimeSpan.FromSeconds(2), TestContext.Current.CancellationToken);

            var share = (Used(busy) - before) / Stopwatch.GetElapsedTime(begun);
            // Without a slice it would have a whole core, or its part of a busy machine.
            Assert.InRange(share, 0.001, Cores * 1.5);
            var (name, throttled) = Assert.Single(use.Throttled());
            Assert.Equal("busy", name);
            Assert.InRange(throttled, 0.1, 1);
        }
        finally
        {
            busy.Kill();
            await busy.WaitForExitAsync(CancellationToken.None);
        }
    }

    [Fact]
    public void If_a_process_is_gone_no_process_is_limited()
    {
        using var slices = new CpuLimits();

        Assert.StartsWith("control groups are not available", slices.Limit([int.MaxValue], Cores), StringComparison.Ordinal);
    }

    private static TimeSpan Used(Process process)
    {
        process.Refresh();
        return process.TotalProcessorTime;
    }
}
