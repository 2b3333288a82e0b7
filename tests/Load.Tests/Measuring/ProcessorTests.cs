using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

public sealed class ProcessorTests
{
    [Fact]
    public void Processor_time_includes_threads_that_have_ended()
    {
        var before = Processor.Microseconds(Environment.ProcessId);
        var worker = new Thread(() =>
        {
            for (var begun = Environment.CpuUsage.TotalTime; Environment.CpuUsage.TotalTime - begun < TimeSpan.FromMilliseconds(50);)
                Thread.SpinWait(1_000);
        });
        worker.Start();
        worker.Join();

        var used = Processor.Microseconds(Environment.ProcessId) - before;

        TestContext.Current.SendDiagnosticMessage("{0:0} µs", used);
        Assert.True(used >= 40_000, $"{used} µs");
    }

    [Fact]
    public void Another_process_can_be_read_and_one_that_is_gone_is_named()
    {
        using var sleeper = Process.Start("sleep", "100");
        try
        {
            Assert.InRange(Processor.Microseconds(sleeper.Id), 0, 10_000_000);
        }
        finally
        {
            sleeper.Kill();
            sleeper.WaitForExit();
        }

        Assert.Contains($"process {sleeper.Id} ", Assert.Throws<NoSystemException>(() => Processor.Microseconds(sleeper.Id)).Message, StringComparison.Ordinal);
    }
}
