using System.Globalization;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>What was promised of one arm, as a multiple of the first arm's value of the deciding metric.</summary>
/// <param name="Arm">The arm.</param>
/// <param name="AtMost">It has at most so many times the first arm's value.</param>
internal sealed record Goal(string Arm, double AtMost)
{
    /// <summary>Whether it is kept; null where it is too noisy to say, or there is nothing to compare.</summary>
    /// <param name="metric">The deciding metric's name.</param>
    /// <param name="comparison">What the turns say.</param>
    public bool? IsMet(string metric, Comparison? comparison) => comparison is { IsQuiet: true } && RatioOf(metric, comparison) is var ratio
        ? ratio.High <= AtMost ? true : ratio.Low > AtMost ? false : null
        : null;

    /// <summary>The promise, and whether it is kept: only what the whole interval says counts, and only where the same against the same showed nothing.</summary>
    /// <param name="metric">The deciding metric's name.</param>
    /// <param name="first">The first arm.</param>
    /// <param name="comparison">What the turns say.</param>
    public string InWords(string metric, string first, Comparison comparison)
    {
        var ratio = RatioOf(metric, comparison);
        var verdict = IsMet(metric, comparison) switch { true => "met", false => "not met", null => "too noisy to say" };
        return string.Create(CultureInfo.InvariantCulture, $"goal: '{Arm}' has at most {AtMost:0.0#} times the {metric} of '{first}': {ratio.Estimate:0.00} [{ratio.Low:0.00}, {ratio.High:0.00}], {verdict}");
    }

    private Interval RatioOf(string metric, Comparison comparison) => comparison.Ratios.Single(ratio => ratio.Arm == Arm && ratio.Metric == metric).Ratio;
}
