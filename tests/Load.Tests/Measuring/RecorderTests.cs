using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

public sealed class RecorderTests
{
    private static readonly long Second = Stopwatch.Frequency;

    private readonly Recorder _recorder = new(TimeSpan.FromSeconds(1));

    [Fact]
    public void An_iteration_and_its_first_step_count_from_the_intended_start_and_later_steps_from_their_send()
    {
        var flow = _recorder.Begin(Stopwatch.GetTimestamp() - (2 * Second));
        flow.Begin("1 first").End(Outcome.Ok, "200");
        flow.Begin("2 second").End(Outcome.Ok, "200");
        flow.End(Outcome.Ok, "ok");

        var (first, second) = (_recorder.Step("1 first").Read().Of(Outcome.Ok)!, _recorder.Step("2 second").Read().Of(Outcome.Ok)!);
        Assert.InRange(first.Intended.Min, 2_000_000, 30_000_000);
        Assert.InRange(first.Intended.Min - first.Actual.Min, 2_000_000 - 1, 30_000_000);
        Assert.Equal(second.Intended.Sum, second.Actual.Sum);
        var whole = _recorder.Iterations.Read().Of(Outcome.Ok)!;
        Assert.InRange(whole.Intended.Min - whole.Actual.Min, 2_000_000 - 1, 30_000_000);
        Assert.True(whole.Actual.Min >= first.Actual.Min + second.Actual.Min - 1);
    }

    [Fact]
    public void Every_outcome_is_counted_by_its_code_and_by_the_second()
    {
        foreach (var outcome in Enum.GetValues<Outcome>())
        {
            for (var i = 0; i <= (int)outcome; i++) _recorder.Begin(due: null).End(outcome, i % 2 == 0 ? "even" : "odd");
        }

        var iterations = _recorder.Iterations.Read();
        foreach (var outcome in Enum.GetValues<Outcome>())
        {
            var ends = iterations.Of(outcome)!;
            Assert.Equal((int)outcome + 1, ends.Actual.Count);
            Assert.Equal((int)outcome + 1, ends.Codes.Values.Sum());
            Assert.Equal(((int)outcome / 2) + 1, ends.Codes["even"]);
        }

        Assert.Equal(28, iterations.Series.Started.Sum());
        Assert.Equal(
            [1, 2, 3, 4, 5, 6, 7],
            new[] { iterations.Series.Ok, iterations.Series.Rejected, iterations.Series.Shed, iterations.Series.ClientError, iterations.Series.TimeOut, iterations.Series.Fault, iterations.Series.Left }.Select(column => column.Sum()));
        Assert.Equal(0, iterations.Series.InFlight[^1]);
        Assert.Equal(3 + 4 + 5 + 6 - 3, iterations.Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault));
    }

    [Fact]
    public void Many_threads_lose_nothing()
    {
        Parallel.For(0, 8, thread =>
        {
            for (var i = 0; i < 2_000; i++)
            {
                var flow = _recorder.Begin(due: null);
                flow.Begin("1 step").End(Outcome.Ok, "200");
                flow.End(Outcome.Rejected, "no");
            }
        });

        Assert.Equal((16_000, 16_000, 0), (_recorder.Step("1 step").Count(Outcome.Ok), _recorder.Iterations.Count(Outcome.Rejected), _recorder.Flight.Now));
    }

    [Fact]
    public void Overlapping_iterations_satisfy_Littles_law()
    {
        Parallel.For(0, 8, thread =>
        {
            for (var i = 0; i < 10; i++)
            {
                var flow = _recorder.Begin(due: null);
                Thread.Sleep(10 + thread);
                flow.End(thread % 2 == 0 ? Outcome.Ok : Outcome.Rejected, "");
            }
        });

        var law = _recorder.Law();
        Assert.Null(law.Violation(callers: null, _recorder.Planned));
        Assert.InRange(law.Throughput * law.Duration, law.InFlight * 0.95, law.InFlight * 1.05);
    }

    [Fact]
    public void A_completed_second_has_its_own_times()
    {
        var series = new Series();
        series.Start(0);
        series.Start(0);
        series.End(0, Outcome.Ok, 100);
        series.End(3, Outcome.Ok, 50);
        series.Start(3);
        series.End(3, Outcome.Fault, 9_999);

        var read = series.Read(4);
        Assert.Equal([2, 0, 0, 1, 0], read.Started);
        Assert.Equal([1, 1, 1, 0, 0], read.InFlight);
        Assert.Equal([1, 0, 0, 1, 0], read.Ok);
        Assert.Equal([0, 0, 0, 1, 0], read.Fault);
        Assert.Equal([100, 0, 0, 50, 0], read.P99);
        Assert.Equal([100, 0, 0, 50, 0], read.Max);
    }

    [Fact]
    public void Iterations_that_never_end_and_idle_callers_violate_Littles_law()
    {
        var minute = TimeSpan.FromMinutes(1);
        Assert.Null(new LittlesLaw(10, 20, 0.5, 10).Violation(10, minute));
        Assert.Null(new LittlesLaw(10, 20, 0.524, 10).Violation(null, minute));
        Assert.Contains("Little's law is violated", new LittlesLaw(10, 20, 0.53, 10).Violation(null, minute));
        Assert.Contains("of 10 callers only 9.00 were busy", new LittlesLaw(9, 18, 0.5, 9).Violation(10, minute));
        Assert.Null(new LittlesLaw(0, 0, 0, 0).Violation(10, minute));
    }

    [Theory]
    [InlineData(10, 8.6, true)] // all begin at the end of the first second, and are idle for 4 % of the others
    [InlineData(10, 8.5, false)]
    [InlineData(2, 4.8, true)]
    [InlineData(2, 4.7, false)]
    [InlineData(1, 0.1, true)]
    public void Callers_have_the_first_second_to_begin(int seconds, double busy, bool passes) =>
        Assert.Equal(passes, new LittlesLaw(busy, 2 * busy, 0.5, busy).Violation(10, TimeSpan.FromSeconds(seconds)) is null);

    [Fact]
    public void Lost_iterations_make_a_run_void()
    {
        for (var i = 0; i < 5; i++) _recorder.Begin(due: null);
        var last = _recorder.Begin(due: null);
        Thread.Sleep(20);
        last.End(Outcome.Ok, "ok");

        Assert.Contains("Little's law is violated", _recorder.Law().Violation(callers: null, _recorder.Planned));
    }

    [Fact]
    public void A_histogram_reads_back_as_it_was_written()
    {
        var step = new StepMeter("1 step");
        foreach (var at in Enumerable.Range(1, 1_000)) step.End(Outcome.Ok, "200", 0, 0, at * Second / 1_000);

        var written = step.Read().Of(Outcome.Ok)!.Actual;

        Assert.Equivalent(written, written.Open().Read());
        Assert.InRange(written.Open().Percentile(50), 495_000, 505_000);
    }
}
