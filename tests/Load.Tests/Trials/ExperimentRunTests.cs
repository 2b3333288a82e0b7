using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Tests.Experiments;
using Dugout.Load.Trials;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.Trials;

/// <summary>Runs with hand-made trials; no system is started.</summary>
public sealed class ExperimentRunTests : IDisposable
{
    private const string Name = "cache";

    private readonly TestFolder _home = new();
    private readonly StringWriter _output = new();

    [Fact]
    public async Task Aborted_in_a_trial_it_stores_the_earlier_trials()
    {
        using var control = new CancellationTokenSource();
        var trials = 0;

        var broken = await Assert.ThrowsAsync<AbortedException>(() => Run(blocks: 2, async (variant, load, block, position, folder, cancel) =>
        {
            if (++trials <= 4) return ExampleTrials.Of(variant.Name, block, position, 100, folder);
            await control.CancelAsync();
            cancel.ThrowIfCancellationRequested();
            throw new InvalidOperationException("The trial continued.");
        }).RunAsync(control.Token));

        Assert.Equal($"aborted after 3 of 10 trials; they are in {Path.Combine(Records, ExperimentRecord.FileName)}, which is marked partial, and the system is stopped", broken.Message);
        var record = await ExperimentRecord.ReadAsync(Records);
        Assert.Equal((false, 3, 5), (record.IsComplete, record.Trials.Count, trials));
        Assert.Empty(await new LabHistory(Lab).ReadAsync());
    }

    [Fact]
    public async Task Aborted_in_the_rehearsal_it_leaves_nothing()
    {
        using var control = new CancellationTokenSource();

        var broken = await Assert.ThrowsAsync<AbortedException>(() => Run(blocks: 2, async (variant, load, block, position, folder, cancel) =>
        {
            await control.CancelAsync();
            throw new OperationCanceledException(cancel);
        }).RunAsync(control.Token));

        Assert.Equal("aborted before the first trial ended, so there is no record; its system is stopped", broken.Message);
        Assert.False(Directory.Exists(Records));
    }

    [Fact]
    public async Task A_finished_experiment_adds_a_line_per_variant_to_the_history()
    {
        Assert.Equal(0, await Run(blocks: 6, Taken((variant, block) => variant == "Redis" ? 50 : 100), folder: Path.Combine(Lab, "earlier")).RunAsync(TestContext.Current.CancellationToken));
        Assert.Equal(0, await Run(blocks: 6, Taken((variant, block) => variant == "Redis" ? 70 : 100)).RunAsync(TestContext.Current.CancellationToken));

        var lines = await new LabHistory(Lab).ReadAsync();

        Assert.Equal(["Redis", "Memory", "Both", "Redis", "Memory", "Both"], lines.Select(line => line.Variant));
        Assert.All(lines, line => Assert.Equal((Name, Metric.Statements.Name, Environment.ProcessorCount), (line.Experiment, line.Metric, line.Cores)));
        Assert.Equal([0.5, 0.7], lines.Where(line => line.Variant == "Redis").Select(line => Math.Round(line.Ratio, 6)));
    }

    [Fact]
    public async Task A_folder_with_a_record_is_rejected_before_the_start()
    {
        await Run(blocks: 1, Taken((_, _) => 100)).RunAsync(TestContext.Current.CancellationToken);

        var rejected = await Assert.ThrowsAsync<NoSystemException>(() =>
            Run(blocks: 1, (_, _, _, _, _, _) => throw new InvalidOperationException("A trial ran.")).RunAsync(TestContext.Current.CancellationToken));

        Assert.Equal($"{Path.Combine(Records, ExperimentRecord.FileName)} already exists", rejected.Message);
    }

    [Theory]
    [InlineData("the generator lost something", null)]
    [InlineData(null, "No seat was sold twice: seat 1")]
    public async Task Void_and_incorrect_trials_are_not_in_the_history(string? why, string? wrong)
    {
        var taken = Taken((_, _) => 100);

        await Run(blocks: 6, async (variant, load, block, position, folder, cancel) =>
            await taken(variant, load, block, position, folder, cancel) with { Void = block == 3 ? why : null, Violations = wrong is null ? [] : [wrong] }).RunAsync(TestContext.Current.CancellationToken);

        Assert.Empty(await new LabHistory(Lab).ReadAsync());
    }

    [Fact]
    public async Task The_rehearsal_counts_for_consistency_and_not_for_speed()
    {
        var code = await Run(blocks: 4, (variant, _, block, position, folder, _) =>
            Task.FromResult(ExampleTrials.Of(variant.Name, block, position, block == 0 ? 900 : 100, folder) with { Violations = block == 0 ? ["No seat was sold twice: seat 1"] : [] })).RunAsync(TestContext.Current.CancellationToken);

        var trials = (await ExperimentRecord.ReadAsync(Records)).Trials;
        Assert.Equal(ExitCode.CheckFailed, code);
        Assert.All(trials, trial => Assert.Equal(100, Metric.Statements.Of(trial)));
        Assert.Equal(["in the rehearsal: No seat was sold twice: seat 1"], trials.SelectMany(trial => trial.Violations));
    }

    [Fact]
    public async Task A_trial_on_other_data_than_the_first_on_its_volume_is_void()
    {
        var taken = Taken((_, _) => 100);

        var code = await Run(blocks: 2, async (variant, load, block, position, folder, cancel) =>
            await taken(variant, load, block, position, folder, cancel) with { RowsBefore = new Dictionary<string, long> { ["accounts"] = 200, ["posts"] = block == 2 && variant.Name == "Memory" ? 200_012 : 200_000 } }).RunAsync(TestContext.Current.CancellationToken);

        var trials = (await ExperimentRecord.ReadAsync(Records)).Trials;
        Assert.Equal(ExitCode.Undecided, code);
        Assert.Equal([("Memory", 2, "the data differ from those of the first trial on this volume: posts has 200,012 rows and had 200,000")],
            trials.Where(trial => trial.Void is not null).Select(trial => (trial.Variant, trial.Block, trial.Void!)));
        Assert.All(trials, trial => Assert.Equal(200, trial.RowsBefore["accounts"]));
        Assert.Contains("rows of small: accounts 200, posts 200,000", _output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Volumes_may_differ_from_each_other()
    {
        var taken = Taken((_, _) => 100);

        await Run(blocks: 2, async (variant, load, block, position, folder, cancel) =>
            await taken(variant, load, block, position, folder, cancel) with { RowsRead = 1_000, RowsBefore = new Dictionary<string, long> { ["posts"] = variant.Volume.Length } }, "decay").RunAsync(TestContext.Current.CancellationToken);

        Assert.All((await ExperimentRecord.ReadAsync(Records)).Trials, trial => Assert.Null(trial.Void));
    }

    [Fact]
    public async Task Every_variant_gets_its_load_for_the_requested_time()
    {
        List<(string Variant, VariantLoad Load)> asked = [];
        var taken = Taken((_, _) => 100);

        await Run(blocks: 1, (variant, load, block, position, folder, cancel) =>
        {
            if (block > 0) asked.Add((variant.Name, load));
            return taken(variant, load, block, position, folder, cancel);
        }, "open-or-closed", seconds: 7).RunAsync(TestContext.Current.CancellationToken);

        Assert.Equal(["closed", "open", "open again"], asked.Select(one => one.Variant).Order(StringComparer.Ordinal));
        Assert.All(asked, one => Assert.Equal((one.Variant != "closed", 7, 2.0), (one.Load.IsOpen, one.Load.Seconds, one.Load.Disturbance!.Seconds)));
        Assert.Contains(asked[0].Load.InWords, (await ExperimentRecord.ReadAsync(Records)).Variants.Select(variant => variant.Load?.InWords).Append(AllExperiments.Get("open-or-closed").For(7).Load.InWords));
    }

    [Fact]
    public void A_trial_shorter_than_its_disturbance_is_rejected()
    {
        var rejected = Assert.Throws<UsageException>(() => AllExperiments.Get("open-or-closed").For(5));

        Assert.Equal("--seconds 5 ends before the disturbance is over: api-1 frozen for 2 s after 4 s", rejected.Message);
    }

    public void Dispose() => _home.Dispose();

    private string Lab => Path.Combine(_home.Path, ".lab");

    private string Records => Path.Combine(_home.Path, "records");

    private static RunTrial Taken(Func<string, int, double> cpu) => (variant, _, block, position, folder, _) => Task.FromResult(ExampleTrials.Of(variant.Name, block, position, cpu(variant.Name, block), folder));

    private ExperimentRun Run(int blocks, RunTrial take, string experiment = Name, int? seconds = null, string? folder = null) => new(
        AllExperiments.Get(experiment),
        new ExperimentOptions(blocks, seconds, folder ?? Records, Seed: 1),
        new CommandContext { Output = _output, Errors = _output, Home = _home.Path, OpenRecords = _ => throw new InvalidOperationException("Nothing is checked here.") },
        take);
}
