using Dugout.Load.Calibrating;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Tests.Experiments;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Calibrating;

/// <summary>Verdicts on blocks whose truth was made up here.</summary>
public sealed class CalibrationTests : IDisposable
{
    private const double Noise = 0.02;

    private readonly TestFolder _folder = new();
    private readonly StringWriter _said = new();

    [Fact]
    public void Where_nothing_differs_claims_are_no_more_than_was_agreed()
    {
        var calibration = Calibration.Of(Record("same", 40, [1, 1, 1]), each: 6, draws: 300, seed: 1);

        var same = calibration.Same!;
        Assert.Equal((40, 6, 300), (calibration.Blocks, same.Live.Comparisons, same.Drawn.Comparisons));
        Assert.InRange(same.Drawn.Claims, 0, 0.05);
        Assert.Empty(calibration.Dearer);
        Assert.Equal(same.Drawn.Comparisons, same.Drawn.Better + same.Drawn.Worse + same.Drawn.NoDifferenceShown + same.Drawn.TooNoisy);
    }

    /// <summary>A variant that always costs more is worse, even one named as equal.</summary>
    [Fact]
    public void False_alarms_would_be_seen()
    {
        // As if the third trial ran on a slower machine: in each block one of three trials of the same variant costs more.
        var claims = Calibration.Of(Record("same", 40, [1, 1, 1.3]), each: 6, draws: 300, seed: 1).Same!.Live.Claims;

        Assert.Equal(1, claims);
    }

    [Fact]
    public void The_smallest_cost_is_the_first_that_nearly_always_is_found()
    {
        var calibration = Calibration.Of(Record("dearer", 40, [1, 1, 1.01, 1.2, 1.4]), each: 6, draws: 300, seed: 1);

        Assert.Null(calibration.Same);
        Assert.Equal(["500 hashes", "1000 hashes", "2000 hashes"], calibration.Dearer.Select(variant => variant.Variant));
        Assert.Equal("1000 hashes", calibration.Smallest?.Variant);
        Assert.InRange(calibration.Smallest!.Ratio.Estimate, 1.15, 1.25);
        Assert.InRange(calibration.Dearer[0].Drawn.Worse, 0, 30);
    }

    [Fact]
    public async Task The_result_is_printed_and_stored_beside_the_record()
    {
        await Record("dearer", 8, [1, 1, 1.01, 1.2, 1.4]).WriteAsync(Path.Combine(_folder.Path, ExperimentRecord.FileName));

        Assert.Equal(0, await Run().RunAsync());
        Assert.Contains("the smallest cost detected in 90 % of comparisons: 1000 hashes", _said.ToString(), StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(_folder.Path, CalibrateRun.FileName)));
    }

    [Fact]
    public async Task A_record_with_an_unknown_true_result_is_rejected()
    {
        await (Record("same", 8, [1, 1, 1]) with { Name = "cache" }).WriteAsync(Path.Combine(_folder.Path, ExperimentRecord.FileName));

        var rejected = await Assert.ThrowsAsync<UsageException>(() => Run().RunAsync());
        Assert.Equal($"{_folder.Path} is a record of 'cache', whose true result is unknown; use a record of `same` or `dearer`", rejected.Message);
    }

    [Fact]
    public async Task Blocks_of_several_runs_count_together()
    {
        var (one, two) = (Path.Combine(_folder.Path, "one"), Path.Combine(_folder.Path, "two"));
        await Record("same", 3, [1, 1, 1]).WriteAsync(Path.Combine(one, ExperimentRecord.FileName));
        await Record("same", 5, [1, 1, 1]).WriteAsync(Path.Combine(two, ExperimentRecord.FileName));

        await Run(one, two).RunAsync();

        Assert.StartsWith("same: 8 blocks, 4 per comparison", _said.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_of_different_experiments_don_t()
    {
        var other = Path.Combine(_folder.Path, "other");
        await Record("same", 4, [1, 1, 1]).WriteAsync(Path.Combine(_folder.Path, ExperimentRecord.FileName));
        await Record("dearer", 4, [1, 1, 1, 1, 1]).WriteAsync(Path.Combine(other, ExperimentRecord.FileName));

        var rejected = await Assert.ThrowsAsync<UsageException>(() => Run(_folder.Path, other).RunAsync());

        Assert.Equal($"{other} is not a record of the same experiment as {_folder.Path}", rejected.Message);
    }

    [Fact]
    public async Task Too_few_blocks_are_rejected()
    {
        await Record("same", 3, [1, 1, 1]).WriteAsync(Path.Combine(_folder.Path, ExperimentRecord.FileName));

        var rejected = await Assert.ThrowsAsync<UsageException>(() => Run().RunAsync());
        Assert.Equal($"{_folder.Path}: 3 complete blocks; a comparison needs 4", rejected.Message);
    }

    public void Dispose() => _folder.Dispose();

    private CalibrateRun Run(params string[] records) => new(records.Length > 0 ? records : [_folder.Path], each: 4, draws: 20, seed: 1, new CommandContext { Output = _said, Errors = _said, OpenRecords = _ => throw new InvalidOperationException("Nothing is checked here.") });

    /// <summary>Blocks in which each variant costs a multiple of the baseline, with noise.</summary>
    private static ExperimentRecord Record(string name, int blocks, double[] costs)
    {
        var experiment = AllExperiments.Get(name);
        var random = new Random(7);
        return ExampleTrials.Record(experiment,
        [
            .. from block in Enumerable.Range(1, blocks)
               from variant in experiment.Trials.Index()
               select ExampleTrials.Of(variant.Item.Name, block, variant.Index + 1, 100 * costs[variant.Index] * Math.Exp(Noise * Normal())),
        ]);

        double Normal() => Enumerable.Range(0, 12).Sum(_ => random.NextDouble()) - 6;
    }
}
