namespace Dugout.Load.Statistics;

/// <summary>What a comparison says. In records by these names, with hyphens.</summary>
internal enum Effect
{
    /// <summary>Better by at least what the rule calls an effect, and that was no luck.</summary>
    Better,

    /// <summary>Worse by at least what the rule calls an effect, and that was no luck.</summary>
    Worse,

    /// <summary>The machine was quiet enough to tell, and nothing was to be told.</summary>
    NoDifferenceShown,

    /// <summary>The same against the same differed: this hour answers nothing.</summary>
    TooNoisyToSay,
}

/// <summary>When an experiment may claim something; written down before it runs.</summary>
/// <param name="LeastEffect">The smallest change worth a claim, as a part of the control's value: 0.05 for 5 %.</param>
/// <param name="WidestNoise">The widest that the interval of the same against the same may be, highest over lowest ratio less one: 0.25 for a quarter.</param>
/// <param name="LowerIsBetter">Whether less of the metric is better.</param>
/// <param name="Error">How often a claim may be luck, over all arms: 0.05 for 95 % intervals.</param>
/// <param name="LeastBlocks">Fewer blocks than this answer nothing.</param>
internal sealed record ClaimRule(double LeastEffect = 0.05, double WidestNoise = 0.25, bool LowerIsBetter = true, double Error = 0.05, int LeastBlocks = 4);

/// <summary>The rule, applied.</summary>
internal static class Verdicts
{
    /// <summary>The log of how many times the control's value an arm's is, block by block.</summary>
    public static double[] LogRatios(IReadOnlyList<double> control, IReadOnlyList<double> arm) =>
        [.. control.Zip(arm, (before, after) => Math.Log(after / before))];

    /// <summary>Whether the same against the same tells that this hour can be believed.</summary>
    /// <param name="same">The second control's ratio to the first.</param>
    /// <param name="blocks">How many blocks there were.</param>
    /// <param name="rule">What was agreed.</param>
    public static bool IsQuiet(Interval same, int blocks, ClaimRule rule) =>
        blocks >= rule.LeastBlocks && same.Covers(1) && (same.High / same.Low) - 1 <= rule.WidestNoise;

    /// <summary>What is said of one arm.</summary>
    /// <param name="ratio">The arm's ratio to the control.</param>
    /// <param name="isQuiet">Whether the hour can be believed.</param>
    /// <param name="rule">What was agreed.</param>
    public static Effect Of(Interval ratio, bool isQuiet, ClaimRule rule)
    {
        if (!isQuiet) return Effect.TooNoisyToSay;
        // 5 % more and its inverse, so that swapping the arms swaps the verdict.
        var isLarge = Math.Abs(Math.Log(ratio.Estimate)) >= Math.Log(1 + rule.LeastEffect);
        if (ratio.Covers(1) || !isLarge) return Effect.NoDifferenceShown;
        return ratio.Estimate < 1 == rule.LowerIsBetter ? Effect.Better : Effect.Worse;
    }
}
