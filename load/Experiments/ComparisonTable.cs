using System.Globalization;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A comparison as plain text.</summary>
internal static class ComparisonTable
{
    private static readonly string[] Head = ["arm", "metric", "first arm", "this arm", "ratio", "interval", "verdict"];

    /// <summary>The rule agreed before the run.</summary>
    public static string InWords(Experiment experiment) => string.Create(CultureInfo.InvariantCulture,
        $"decides: {experiment.Metric.Name}; a change of {experiment.Rule.LeastEffect:P0} or more is claimed when its {1 - experiment.Rule.Error:P0} interval leaves out 1, and only if '{experiment.Again}' shows no difference to '{experiment.Arms[0].Name}', no wider than {experiment.Rule.WidestNoise:P0}, over at least {experiment.Rule.LeastBlocks} blocks");

    /// <summary>The deciding ratios so far, while more blocks are to come.</summary>
    public static string OneLine(Comparison comparison, Experiment experiment) =>
        $"so far: {string.Join("; ", comparison.Ratios.Where(ratio => ratio.Metric == experiment.Metric.Name).Select(ratio => $"{ratio.Arm} {Number(ratio.Ratio.Estimate)} {Bounds(ratio.Ratio)}"))}";

    /// <summary>The complete comparison of a record, with the verdict in words.</summary>
    public static string Of(ExperimentRecord record)
    {
        if (record.Comparison is not { } comparison) return "verdict: too noisy to say: fewer than two whole blocks";
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
        var wrong = record.Turns.Where(turn => turn.IsIncorrect).ToList();
        if (wrong.Count > 0) return $"INCORRECT: the check failed in {wrong.Count} of {record.Turns.Count} turns, so no speed counts; first: {wrong[0].Arm}: {wrong[0].Wrong[0]}";
        string[] lines = [.. Remarks(record), .. Controls(record), .. comparison.Ratios.Where(ratio => ratio.Verdict is not null).Select(ratio => $"verdict: {ratio.Arm}: {InWords(ratio.Verdict!.Value)}")];
        return string.Join('\n', comparison.IsQuiet ? [.. lines, .. record.Reading is { } reading ? (string[])[reading] : []] : [.. lines, "this hour is too noisy, or the blocks are too few: the same against the same decides nothing"]);
    }

    /// <summary>Remarks on the figures: whether a goal was met, the curve where there is one, caveats, and errors of the proxy.</summary>
    public static IEnumerable<string> Remarks(ExperimentRecord record) =>
    [
        .. record is { Goal: { } goal, Comparison: { } comparison } && !record.Turns.Any(turn => turn.IsIncorrect) ? (string[])[goal.InWords(record.Metric, record.Arms[0].Name, comparison)] : [],
        .. PoolCurve.InWords(record.Curve ?? []),
        .. record.Turns.Select(turn => turn.Caveat).OfType<string>().Distinct().Select(caveat => $"not shown here: {caveat}"),
        .. record.Turns.GroupBy(turn => turn.Arm).Where(arm => arm.Any(turn => turn.Complaint is not null)).Select(arm =>
            $"{arm.Key}: {arm.First(turn => turn.Complaint is not null).Complaint} in one of the {arm.Count(turn => turn.Complaint is not null)} of {arm.Count()} turns in which it did; {arm.Sum(turn => turn.Failed)} requests failed in all"),
    ];

    /// <summary>Whether negative controls were detected, as they must be.</summary>
    public static IEnumerable<string> Controls(ExperimentRecord record) => record.Turns.Where(turn => turn.IsControl).GroupBy(turn => turn.Arm).Select(arm =>
        arm.FirstOrDefault(turn => turn.Wrong.Count > 0) is { } caught
            ? $"{arm.Key}: caught, as a negative control has to be, in {arm.Count(turn => turn.Wrong.Count > 0)} of {arm.Count()} turns; first: {caught.Wrong[0]}"
            : $"{arm.Key}: NOT CAUGHT, so the checks are blind to it, and nothing is decided");

    private static string[] Cells(ArmRatio ratio) =>
        [ratio.Arm, ratio.Metric, Number(ratio.Control), Number(ratio.Value), Number(ratio.Ratio.Estimate), Bounds(ratio.Ratio), ratio.Verdict is { } verdict ? InWords(verdict) : ""];

    private static string Bounds(Interval ratio) => $"[{Number(ratio.Low)}, {Number(ratio.High)}]";

    private static string Number(double value) => value.ToString(value < 10 ? "0.000" : "0.0", CultureInfo.InvariantCulture);
}
