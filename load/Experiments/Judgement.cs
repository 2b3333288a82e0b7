using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>What the values of one metric, block by block, say by an experiment's rule. A pure function of them.</summary>
/// <param name="Same">The first arm's second run to its first.</param>
/// <param name="IsQuiet">Whether that shows nothing, and no turn was void.</param>
/// <param name="Arms">Each other arm's ratio to the first, and what is claimed of it.</param>
internal sealed record Judgement(Interval Same, bool IsQuiet, IReadOnlyList<(Interval Ratio, Effect Verdict)> Arms)
{
    /// <summary>Judges.</summary>
    /// <param name="control">The first arm's values.</param>
    /// <param name="again">Those of its second run.</param>
    /// <param name="arms">Those of the other arms: each a question of its own, which share the rule's error.</param>
    /// <param name="isSound">Whether no turn was void.</param>
    /// <param name="rule">What was agreed.</param>
    /// <param name="seed">For the draws.</param>
    public static Judgement Of(double[] control, double[] again, IReadOnlyList<double[]> arms, bool isSound, ClaimRule rule, int seed)
    {
        var same = Bootstrap.Of(Verdicts.LogRatios(control, again), rule.Error, seed).Exponential();
        var isQuiet = isSound && Verdicts.IsQuiet(same, control.Length, rule);
        var intervals = Holm.Intervals([.. arms.Select(arm => Verdicts.LogRatios(control, arm))], rule.Error, seed).Select(interval => interval.Exponential());
        return new Judgement(same, isQuiet, [.. intervals.Select(interval => (interval, Verdicts.Of(interval, isQuiet, rule)))]);
    }
}
