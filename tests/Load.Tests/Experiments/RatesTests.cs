using Dugout.Load.Cli;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Tests.Report;
using Dugout.Load.Trials;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Rates are over the load window: what ends after it neither lowers nor raises them, and is counted apart.</summary>
public sealed class RatesTests
{
    /// <summary>How long its last requests waited for a response, in seconds.</summary>
    private const int Tail = 10;

    /// <summary>The example, whose last requests ended ten seconds after the load: in each step 5 ok and 90 in a time-out.</summary>
    private static RunRecord WithTail => Runs.Example with
    {
        Seconds = Runs.Example.Seconds + Tail,
        Iterations = WithEndsLater(Runs.Example.Iterations),
        Steps = [.. Runs.Example.Steps.Select(WithEndsLater)],
    };

    [Fact]
    public void A_tail_of_time_outs_does_not_lower_the_rate_of_a_trial()
    {
        var (without, with) = (TrialRun.Of(Runs.Example), TrialRun.Of(WithTail));

        Assert.Equal((20, 0L), (without.LoadSeconds, without.OkAfterLoad));
        Assert.Equal((20, 10L), (with.LoadSeconds, with.OkAfterLoad));
        Assert.Equal(360 / 20.0, Metric.Throughput.Of(without with { Ok = 360 }));
        Assert.Equal(360 / 20.0, Metric.Throughput.Of(with with { Ok = 370 }));
    }

    [Fact]
    public async Task The_page_of_a_run_counts_what_ended_later_apart()
    {
        var (without, with) = (await Page.OfAsync(Runs.Example), await Page.OfAsync(WithTail));

        // 9 ok and 1 other in all seconds but one.
        var rate = FormattableString.Invariant($"<b>{Runs.Example.Iterations.Series.EndedWithin(20) / 20.0:0.0}</b><span>ended per second</span>");
        Assert.Contains(rate, without, StringComparison.Ordinal);
        Assert.Contains(rate, with, StringComparison.Ordinal);
        Assert.Contains("<b>95</b><span>ended later</span>", with, StringComparison.Ordinal);
        Assert.DoesNotContain("ended later</span>", without, StringComparison.Ordinal);
    }

    /// <summary>A record from before the load window was in its trials: it is that of their load, and `report` divides by it.</summary>
    [Fact]
    public async Task A_report_computes_the_rates_of_an_older_record_again_and_leaves_its_trials()
    {
        using var folder = new TestFolder();
        var file = Path.Combine(folder.Path, ExperimentRecord.FileName);
        var experiment = AllExperiments.Get("descriptors");
        Trial[] trials = [.. from block in Enumerable.Range(1, 4) from variant in experiment.Trials.Index() select ExampleTrials.Of(variant.Item.Name, block, variant.Index + 1) with { LoadSeconds = 0, Seconds = variant.Index == 2 ? 40 : 30 }];
        await ExampleTrials.Record(experiment, trials).WriteAsync(file);

        await new ReportRun([folder.Path], new CommandContext { Output = TextWriter.Null, Errors = TextWriter.Null, OpenRecords = _ => throw new InvalidOperationException("Nothing is checked here.") }).RunAsync();

        var read = await ExperimentRecord.ReadAsync(file);
        Assert.All(read.Trials, trial => Assert.Equal((30, 1_000 / 30.0), (trial.LoadSeconds, Metric.Throughput.Of(trial))));
        Assert.All(read.Comparison!.Ratios.Where(ratio => ratio.Metric == Metric.Throughput.Name), ratio => Assert.Equal(1, ratio.Ratio.Estimate, precision: 9));
        Assert.DoesNotContain("\"loadSeconds\": 30", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    private static StepRecord WithEndsLater(StepRecord step)
    {
        var series = step.Series;
        int[] none = new int[Tail];
        long[] noTimes = new long[Tail];
        return step with
        {
            Series = new SeriesRecord(
                [.. series.Started, .. none], [.. series.InFlight, .. none], [.. series.Ok, 5, .. none[1..]], [.. series.Rejected, .. none], [.. series.Shed, .. none], [.. series.ClientError, .. none],
                [.. series.TimeOut, .. none[1..], 90], [.. series.Fault, .. none], [.. series.Left, .. none], [.. series.P50, .. noTimes], [.. series.P99, .. noTimes], [.. series.Max, .. noTimes]),
        };
    }
}
