using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>The verdicts on the values of one metric, block by block, by an experiment's rule. A pure function of them.</summary>
/// <param name="Same">The ratio of the first variant's second run to its first.</param>
/// <param name="IsQuiet">Whether that shows no difference, and no trial was void.</param>
/// <param name="Variants">Each other variant's ratio to the first, and its verdict.</param>
internal sealed record Judgement(Interval Same, bool IsQuiet, IReadOnlyList<(Interval Ratio, Effect Verdict)> Variants)
{
    /// <summary>Computes the verdicts.</summary>
    /// <param name="control">The first variant's values.</param>
    /// <param name="again">The values of its second run.</param>
    /// <param name="variants">The values of the other variants: each a comparison of its own, which share the rule's error.</param>
    /// <param name="isValid">Whether no trial was void.</param>
    /// <param name="rule">The claim rule.</param>
    /// <param name="seed">The seed of the draws.</param>
    public static Judgement Of(double[] control, double[] again, IReadOnlyList<double[]> variants, bool isValid, ClaimRule rule, int seed)
    {
        var same = Bootstrap.Of(Verdicts.LogRatios(control, again), rule.Error, seed).Exponential();
        var isQuiet = isValid && Verdicts.IsQuiet(same, control.Length, rule);
        var intervals = Holm.Intervals([.. variants.Select(variant => Verdicts.LogRatios(control, variant))], rule.Error, seed).Select(interval => interval.Exponential());
        return new Judgement(same, isQuiet, [.. intervals.Select(interval => (interval, Verdicts.Of(interval, isQuiet, rule)))]);
    }
}
