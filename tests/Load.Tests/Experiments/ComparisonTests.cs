using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Statistics;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Comparisons of hand-made trials; no system is started.</summary>
public sealed class ComparisonTests : IDisposable
{
    private static readonly Experiment Example = AllExperiments.Find("cache")!;

    private readonly string _folder = Directory.CreateTempSubdirectory("dugout-load-").FullName;

    [Fact]
    public void A_variant_at_0_5_times_the_cost_is_better_and_the_program_ends_with_0()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100));

        var comparison = Comparison.Of(Example, trials, seed: 1)!;

        Assert.True(comparison.IsQuiet);
        var redis = Deciding(comparison, "Redis");
        Assert.Equal(Effect.Better, redis.Verdict);
        Assert.InRange(redis.Ratio.Estimate, 0.48, 0.52);
        Assert.Equal(Effect.NoDifferenceShown, Deciding(comparison, "Memory").Verdict);
        Assert.Equal(0, Comparison.ExitCodeOf(comparison, trials));
    }

    [Fact]
    public void A_variant_that_costs_more_is_worse_and_the_program_ends_with_1()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 130), ("Memory", 100), ("Both", 100));

        var comparison = Comparison.Of(Example, trials, seed: 1)!;

        Assert.Equal(Effect.Worse, Deciding(comparison, "Redis").Verdict);
        Assert.Equal(1, Comparison.ExitCodeOf(comparison, trials));
    }

    [Fact]
    public void A_baseline_that_differs_from_itself_leaves_everything_undecided()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 115), ("Redis", 50), ("Memory", 100), ("Both", 100));

        var comparison = Comparison.Of(Example, trials, seed: 1)!;

        Assert.All(comparison.Ratios, ratio => Assert.True(ratio.Verdict is null or Effect.TooNoisyToSay));
        Assert.Equal(3, Comparison.ExitCodeOf(comparison, trials));
    }

    [Fact]
    public void A_void_trial_leaves_everything_undecided()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100));
        trials[3] = trials[3] with { Void = "the generator was the limit" };

        Assert.Equal(3, Comparison.ExitCodeOf(Comparison.Of(Example, trials, seed: 1), trials));
    }

    [Fact]
    public void A_failed_check_outweighs_every_speed()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100));
        trials[^1] = trials[^1] with { Violations = ["No seat was sold twice: seat 1"] };

        Assert.Equal(2, Comparison.ExitCodeOf(Comparison.Of(Example, trials, seed: 1), trials));
        Assert.StartsWith("INCORRECT", ComparisonTable.Of(Record(trials)).Split('\n').Last(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_detected_negative_control_invalidates_nothing_and_gets_no_verdict()
    {
        var asked = Example with { Variants = [.. Example.Variants.Take(3), Example.Variants[3] with { IsNegativeControl = true }] };
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 30))
            .ConvertAll(trial => trial.Variant == "Both" ? trial with { IsNegativeControl = true, Violations = ["7 responses had a wrong body"] } : trial);

        var comparison = Comparison.Of(asked, trials, seed: 1)!;

        Assert.Equal((Effect.Better, Effect.NoDifferenceShown, null), (Deciding(comparison, "Redis").Verdict, Deciding(comparison, "Memory").Verdict, Deciding(comparison, "Both").Verdict));
        Assert.Equal(0, Comparison.ExitCodeOf(comparison, trials));
        Assert.Contains("Both: caught, as a negative control must be, in 6 of 6 trials; first: 7 responses had a wrong body", ComparisonTable.Of(Record(trials)), StringComparison.Ordinal);
    }

    [Fact]
    public void An_undetected_negative_control_leaves_everything_undecided()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 30)).ConvertAll(trial => trial with { IsNegativeControl = trial.Variant == "Both" });

        Assert.Equal(3, Comparison.ExitCodeOf(Comparison.Of(Example, trials, seed: 1), trials));
        Assert.Contains("Both: NOT CAUGHT", ComparisonTable.Of(Record(trials)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(100, 120, "1.20 [", "met", 0)]
    [InlineData(100, 180, "1.80 [", "not met", 1)]
    [InlineData(115, 120, "1.20 [", "too noisy to say", 3)]
    [InlineData(100, 150, "1.50 [", "too noisy to say", 3)]
    public void A_goal_is_met_or_not_met_or_undecided(double again, double cost, string ratio, string verdict, int exitCode)
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, again), ("Redis", cost), ("Memory", 100), ("Both", 100));

        var record = Record(trials) with { Goal = new("Redis", AtMost: 1.5) };

        var line = ComparisonTable.Of(record).Split('\n').Single(line => line.StartsWith("goal: ", StringComparison.Ordinal));

        Assert.Contains($"'Redis' has at most 1.5 times the {Example.Metric.Name} of 'None': {ratio}", line, StringComparison.Ordinal);
        Assert.EndsWith($"], {verdict}", line, StringComparison.Ordinal);
        Assert.Equal(exitCode, Comparison.ExitCodeOf(record.Comparison, trials, record.Goal, record.Metric));
        Assert.DoesNotContain("goal: ", ComparisonTable.Of(Record(trials)), StringComparison.Ordinal);
    }

    [Fact]
    public void An_incorrect_trial_meets_no_goal()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 120), ("Memory", 100), ("Both", 100));
        trials[^1] = trials[^1] with { Violations = ["No seat was sold twice: seat 1"] };
        var record = Record(trials) with { Goal = new("Redis", AtMost: 1.5) };

        Assert.Empty(ComparisonTable.Remarks(record));
        Assert.Equal(2, Comparison.ExitCodeOf(record.Comparison, trials, record.Goal, record.Metric));
    }

    /// <summary>The goal of a variant that does not exist would never be checked.</summary>
    [Fact]
    public void Every_goal_names_an_existing_variant() =>
        Assert.All(AllExperiments.List, experiment => Assert.True(experiment.Goal is null || experiment.Variants.Skip(1).Any(variant => variant.Name == experiment.Goal.Variant), experiment.Name));

    [Fact]
    public void An_incomplete_block_is_left_out()
    {
        var trials = Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100));
        var whole = Comparison.Of(Example, trials, seed: 1)!;

        var more = Comparison.Of(Example, [.. trials, Trial("None", 7, 1), Trial("Redis", 7, 1_000)], seed: 1)!;

        Assert.Equal(whole.Ratios, more.Ratios);
        Assert.Null(Comparison.Of(Example, trials.Where(trial => trial.Block == 1).ToList(), seed: 1));
    }

    [Fact]
    public async Task A_record_is_read_as_it_was_written()
    {
        var record = Record(Blocks(4, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100)));
        var file = Path.Combine(_folder, "deep", "record.json");

        await record.WriteAsync(file);

        var read = await ExperimentRecord.ReadAsync(file);
        Assert.Equal(ComparisonTable.Of(record), ComparisonTable.Of(read));
        Assert.Equal((record.Load, record.Rule, record.Trials.Count), (read.Load, read.Rule, read.Trials.Count));
        Assert.Contains("\"better\"", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_records_are_compared_variant_by_variant()
    {
        var before = Record(Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 60), ("Both", 40)));
        var after = Record(Blocks(6, ("None", 100), (Example.Again, 100), ("Redis", 70), ("Memory", 60), ("Both", 30)));

        var comparison = RecordComparison.Of(before, after);

        Assert.Equal(
            [("None", Effect.NoDifferenceShown), ("Redis", Effect.Worse), ("Memory", Effect.NoDifferenceShown), ("Both", Effect.Better)],
            comparison.Ratios.Select(ratio => (ratio.Variant, ratio.Verdict!.Value)));
    }

    [Fact]
    public void Partial_records_and_different_loads_are_rejected()
    {
        var record = Record(Blocks(4, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100)));

        Assert.Contains("partial", Rejected(record, record with { IsComplete = false }), StringComparison.Ordinal);
        Assert.Contains("loads differ", Rejected(record, record with { Load = record.Load with { Size = 7 } }), StringComparison.Ordinal);
        Assert.Contains("different experiments", Rejected(record, record with { Name = "replica" }), StringComparison.Ordinal);
    }

    [Fact]
    public void Records_of_different_data_are_rejected_with_the_tables_that_differ()
    {
        var record = Record(Blocks(4, ("None", 100), (Example.Again, 100), ("Redis", 50), ("Memory", 100), ("Both", 100)));

        var refusal = Rejected(Of(200_000), Of(200_012));

        Assert.Contains("variant 'None' differ", refusal, StringComparison.Ordinal);
        Assert.Contains("posts has 200,012 rows and had 200,000", refusal, StringComparison.Ordinal);
        // An older record has no row counts.
        Assert.NotNull(RecordComparison.Of(record, Of(200_000)));

        ExperimentRecord Of(long posts) => record with { Trials = [.. record.Trials.Select(trial => trial with { RowsBefore = new Dictionary<string, long> { ["posts"] = posts } })] };
    }

    [Fact]
    public void Every_experiment_has_a_unique_name_and_two_or_more_variants()
    {
        Assert.Distinct(AllExperiments.List.Select(experiment => experiment.Name));
        Assert.All(AllExperiments.List, experiment =>
        {
            Assert.True(experiment.Variants.Count >= 2);
            Assert.Distinct(experiment.Trials.Select(variant => variant.Name));
            Assert.True(experiment.Load.WarmUpSeconds > 0);
        });
    }

    [Fact]
    public void An_option_of_a_variant_overrides_the_default()
    {
        var line = new Variant("two", "--replicas", "2").CommandLine;

        Assert.Equal("2", line[Array.IndexOf(line, "--replicas") + 1]);
        Assert.Single(line, word => word == "--replicas");
        Assert.Equal("0", line[Array.IndexOf(line, "--port") + 1]);
        Assert.Contains("--quiet", line);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string Rejected(ExperimentRecord one, ExperimentRecord other) => Assert.Throws<UsageException>(() => RecordComparison.Of(one, other)).Message;

    private static VariantRatio Deciding(Comparison comparison, string variant) => comparison.Ratios.Single(ratio => ratio.Variant == variant && ratio.Metric == Example.Metric.Name);

    /// <summary>Trials of these variants at these costs, with noise, and every block slower than the one before.</summary>
    private static List<Trial> Blocks(int blocks, params (string Variant, double Cpu)[] variants)
    {
        var random = new Random(5);
        return [.. Enumerable.Range(1, blocks).SelectMany(block => variants.Select(variant => Trial(variant.Variant, block, variant.Cpu * (1 + (block * 0.2)) * (0.99 + (0.02 * random.NextDouble())))))];
    }

    private static Trial Trial(string variant, int block, double cpu) =>
        ExampleTrials.Of(variant, block, cpu: cpu) with { CpuMicroseconds = new Dictionary<string, double> { ["api-1"] = cpu * 900, ["redis"] = cpu * 100, ["load"] = 1_000 } };

    private static ExperimentRecord Record(IReadOnlyList<Trial> trials) => new()
    {
        IsComplete = true,
        Name = Example.Name,
        Question = Example.Question,
        BegunAt = new DateTime(2026, 11, 22, 0, 0, 0, DateTimeKind.Utc),
        Seed = 1,
        Cores = 2,
        Built = "Debug",
        Variants = [.. Example.Trials.Select(variant => new VariantRecord(variant.Name, variant.CommandLine, variant.Api))],
        Load = Example.Load,
        Metric = Example.Metric.Name,
        Rule = Example.Rule,
        Trials = trials,
        Comparison = Comparison.Of(Example, trials, seed: 1),
    };
}
