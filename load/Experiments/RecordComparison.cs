using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>Compares two records of one experiment, variant by variant: for example, before and after a change to the program.</summary>
internal static class RecordComparison
{
    /// <summary>Each variant of the second record compared with the same variant of the first, by the deciding metric.</summary>
    /// <param name="before">The first record.</param>
    /// <param name="after">The second.</param>
    /// <exception cref="UsageException">They cannot be compared; the message states the reason.</exception>
    public static Comparison Of(ExperimentRecord before, ExperimentRecord after)
    {
        if (!before.IsComplete || !after.IsComplete) throw new UsageException("a record is partial: its run was aborted before the last block");
        if (before.Name != after.Name) throw new UsageException($"the records are of different experiments: {before.Name} and {after.Name}");
        if (before.Load != after.Load) throw new UsageException($"the loads differ: {before.Load.InWords}, and {after.Load.InWords}");
        if (before.Variants.FirstOrDefault(variant => after.Variants.Any(same => same.Name == variant.Name && same.Load != variant.Load)) is { } unlike) throw new UsageException($"the loads of variant '{unlike.Name}' differ");
        if (before.Metric != after.Metric || before.Rule != after.Rule) throw new UsageException("the records differ in metric or rule");
        if (before.Cores != after.Cores || before.Built != after.Built) throw new UsageException($"the records are of different machines or builds: {before.Cores} cores, {before.Built}; and {after.Cores} cores, {after.Built}");
        if (before.Variants.Select(variant => (variant.Name, Unlike: Drift.Unlike(Rows(before, variant.Name), Rows(after, variant.Name)))).FirstOrDefault(variant => variant.Unlike is not null) is { Unlike: { } unlikeRows } drifted) throw new UsageException($"the data of variant '{drifted.Name}' differ: {unlikeRows}");
        if (before.Trials.Concat(after.Trials).Any(trial => trial.Ok == 0)) throw new UsageException("a trial has no ok response, so its figures cannot be compared");
        if (AllExperiments.Find(before.Name) is not { } experiment || experiment.Metric.Name != before.Metric) throw new UsageException($"there is no experiment '{before.Name}' whose deciding metric is '{before.Metric}'");

        var rule = before.Rule with { LowerIsBetter = experiment.Metric.LowerIsBetter };
        var isQuiet = before.Comparison is { IsQuiet: true } && after.Comparison is { IsQuiet: true };
        var names = before.Variants.Select(variant => variant.Name).Intersect(after.Variants.Select(variant => variant.Name)).Where(name => name != experiment.Again).ToList();
        // The n-th blocks share only their number, so the interval is wider than necessary, never narrower.
        var logs = names.Select(name => Verdicts.LogRatios(Values(before, name), Values(after, name))).ToList();
        if (names.Count == 0 || logs.Any(one => one.Length < 2)) throw new UsageException("the records have no variant with two common blocks");
        var intervals = Holm.Intervals(logs, rule.Error, before.Seed);
        return new Comparison(isQuiet, [.. names.Zip(intervals, (name, interval) => new VariantRatio(
            name, before.Metric, Costs.Cost.Median(Values(before, name)), Costs.Cost.Median(Values(after, name)), interval.Exponential(), Verdicts.Of(interval.Exponential(), isQuiet, rule)))]);

        // Within a record all trials of a variant began with the same rows, or were void.
        static IReadOnlyDictionary<string, long> Rows(ExperimentRecord record, string name) => record.Trials.FirstOrDefault(trial => trial.Variant == name)?.RowsBefore ?? new Dictionary<string, long>();

        double[] Values(ExperimentRecord record, string name) => [.. record.Trials.Where(trial => trial.Variant == name).Select(experiment.Metric.Of)];
    }
}
