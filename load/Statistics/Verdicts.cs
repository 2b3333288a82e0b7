namespace Dugout.Load.Statistics;

/// <summary>The verdict of a comparison. Records contain these names, with hyphens.</summary>
internal enum Effect
{
    /// <summary>Better by at least the rule's smallest effect, and the difference is significant.</summary>
    Better,

    /// <summary>Worse by at least the rule's smallest effect, and the difference is significant.</summary>
    Worse,

    /// <summary>The machine was quiet enough to decide, and there was no significant difference.</summary>
    NoDifferenceShown,

    /// <summary>The A/A comparison differed: this trial period is too noisy for a verdict.</summary>
    TooNoisyToSay,
}

/// <summary>When an experiment may make a claim; fixed before it runs.</summary>
/// <param name="LeastEffect">The smallest change worth a claim, as a fraction of the control's value: 0.05 for 5 %.</param>
/// <param name="WidestNoise">The widest allowed interval of the A/A comparison, highest over lowest ratio less one: 0.25 for a quarter.</param>
/// <param name="LowerIsBetter">Whether a lower metric is better.</param>
/// <param name="Error">The probability that any claim is chance, over all variants: 0.05 for 95 % intervals.</param>
/// <param name="LeastBlocks">The smallest number of blocks that allows a verdict.</param>
internal sealed record ClaimRule(double LeastEffect = 0.05, double WidestNoise = 0.25, bool LowerIsBetter = true, double Error = 0.05, int LeastBlocks = 4);

/// <summary>Applies the claim rule.</summary>
internal static class Verdicts
{
    /// <summary>The log ratio of a variant's value to the control's, block by block.</summary>
    public static double[] LogRatios(IReadOnlyList<double> control, IReadOnlyList<double> variant) =>
        [.. control.Zip(variant, (before, after) => Math.Log(after / before))];

    /// <summary>Whether the A/A comparison shows that the machine was quiet enough.</summary>
    /// <param name="same">The second control's ratio to the first.</param>
    /// <param name="blocks">The number of blocks.</param>
    /// <param name="rule">The claim rule.</param>
    public static bool IsQuiet(Interval same, int blocks, ClaimRule rule) =>
        blocks >= rule.LeastBlocks && same.Covers(1) && (same.High / same.Low) - 1 <= rule.WidestNoise;

    /// <summary>The verdict on one variant.</summary>
    /// <param name="ratio">The variant's ratio to the control.</param>
    /// <param name="isQuiet">Whether the machine was quiet enough.</param>
    /// <param name="rule">The claim rule.</param>
    public static Effect Of(Interval ratio, bool isQuiet, ClaimRule rule)
    {
        if (!isQuiet) return Effect.TooNoisyToSay;
        // 5 % more and its inverse, so that swapping the variants swaps the verdict.
        var isLarge = Math.Abs(Math.Log(ratio.Estimate)) >= Math.Log(1 + rule.LeastEffect);
        if (ratio.Covers(1) || !isLarge) return Effect.NoDifferenceShown;
        return ratio.Estimate < 1 == rule.LowerIsBetter ? Effect.Better : Effect.Worse;
    }
}
