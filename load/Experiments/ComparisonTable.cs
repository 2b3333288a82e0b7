using System.Globalization;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A comparison as plain text.</summary>
internal static class ComparisonTable
{
    private static readonly string[] Head = ["variant", "metric", "baseline", "value", "ratio", "interval", "verdict"];

    /// <summary>The rule agreed before the run.</summary>
    public static string InWords(Experiment experiment) => string.Create(CultureInfo.InvariantCulture,
        $"deciding metric: {experiment.Metric.Name}; a change of {experiment.Rule.LeastEffect:P0} or more counts if its {1 - experiment.Rule.Error:P0} interval excludes 1, and only if '{experiment.Again}' shows no difference from '{experiment.Variants[0].Name}', with an interval no wider than {experiment.Rule.WidestNoise:P0}, over at least {experiment.Rule.LeastBlocks} blocks");

    /// <summary>The deciding ratios so far, while more blocks are to come.</summary>
    public static string OneLine(Comparison comparison, Experiment experiment) =>
        $"so far: {string.Join("; ", comparison.Ratios.Where(ratio => ratio.Metric == experiment.Metric.Name).Select(ratio => $"{ratio.Variant} {Number(ratio.Ratio.Estimate)} {Bounds(ratio.Ratio)}"))}";

    /// <summary>The complete comparison of a record, with the verdict in words.</summary>
    public static string Of(ExperimentRecord record)
    {
        if (record.Comparison is not { } comparison) return "verdict: too noisy to say: fewer than two complete blocks";
        return $"{Of(comparison)}\n{Verdict(record, comparison)}";
    }

    /// <summary>The table.</summary>
    public static string Of(Comparison comparison) => Columns.Of([Head, .. comparison.Ratios.Select(Cells)], 2, 3, 4);

    /// <summary>A verdict in words.</summary>
    public static string InWords(Effect effect) => effect switch
    {
        Effect.Better => "better",
        Effect.Worse => "worse",
        Effect.NoDifferenceShown => "no difference shown",
        _ => "too noisy to say",
    };

    private static string Verdict(ExperimentRecord record, Comparison comparison)
    {
        var wrong = record.Trials.Where(trial => trial.IsIncorrect).ToList();
        if (wrong.Count > 0) return $"INCORRECT: a check failed in {wrong.Count} of {record.Trials.Count} trials, so no figure counts; first: {wrong[0].Variant}: {wrong[0].Violations[0]}";
        string[] lines = [.. Remarks(record), .. Controls(record), .. comparison.Ratios.Where(ratio => ratio.Verdict is not null).Select(ratio => $"verdict: {ratio.Variant}: {InWords(ratio.Verdict!.Value)}")];
        return string.Join('\n', comparison.IsQuiet ? [.. lines, .. record.Interpretation is { } meaning ? (string[])[meaning] : []] : [.. lines, "too noisy, or too few blocks: the baseline differs from itself, so nothing is decided"]);
    }

    /// <summary>Remarks on the figures: whether a goal was met, the curve where there is one, caveats, and errors of the proxy.</summary>
    public static IEnumerable<string> Remarks(ExperimentRecord record) =>
    [
        .. record is { Goal: { } goal, Comparison: { } comparison } && !record.Trials.Any(trial => trial.IsIncorrect) ? (string[])[goal.InWords(record.Metric, record.Variants[0].Name, comparison)] : [],
        .. PoolCurve.InWords(record.Curve ?? [], record.Comparison is { IsQuiet: true }),
        .. record.Trials.Select(trial => trial.Caveat).OfType<string>().Distinct().Select(caveat => $"caveat: {caveat}"),
        .. record.Trials.GroupBy(trial => trial.Variant).Where(variant => variant.Any(trial => trial.ProxyErrors is not null)).Select(variant =>
            $"{variant.Key}: {variant.First(trial => trial.ProxyErrors is not null).ProxyErrors} in one of {variant.Count(trial => trial.ProxyErrors is not null)} affected of {variant.Count()} trials; {variant.Sum(trial => trial.Failed)} requests failed in total"),
    ];

    /// <summary>Whether negative controls were detected, as they must be.</summary>
    public static IEnumerable<string> Controls(ExperimentRecord record) => record.Trials.Where(trial => trial.IsNegativeControl).GroupBy(trial => trial.Variant).Select(variant =>
        variant.FirstOrDefault(trial => trial.Violations.Count > 0) is { } caught
            ? $"{variant.Key}: caught, as a negative control must be, in {variant.Count(trial => trial.Violations.Count > 0)} of {variant.Count()} trials; first: {caught.Violations[0]}"
            : $"{variant.Key}: NOT CAUGHT: the checks do not detect it, so nothing is decided");

    private static string[] Cells(VariantRatio ratio) =>
        [ratio.Variant, ratio.Metric, Number(ratio.Baseline), Number(ratio.Value), Number(ratio.Ratio.Estimate), Bounds(ratio.Ratio), ratio.Verdict is { } verdict ? InWords(verdict) : ""];

    private static string Bounds(Interval ratio) => $"[{Number(ratio.Low)}, {Number(ratio.High)}]";

    private static string Number(double value) => value.ToString(value < 10 ? "0.000" : "0.0", CultureInfo.InvariantCulture);
}
