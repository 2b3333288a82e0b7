using System.Globalization;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>The goal of one variant, as a multiple of the first variant's value of the deciding metric.</summary>
/// <param name="Variant">The variant.</param>
/// <param name="AtMost">The maximum ratio of its value to the first variant's.</param>
internal sealed record Goal(string Variant, double AtMost)
{
    /// <summary>Whether it is met; null where the noise is too high to decide, or there is nothing to compare.</summary>
    /// <param name="metric">The deciding metric's name.</param>
    /// <param name="comparison">The comparison.</param>
    public bool? IsMet(string metric, Comparison? comparison) => comparison is { IsQuiet: true } && RatioOf(metric, comparison) is var ratio
        ? ratio.High <= AtMost ? true : ratio.Low > AtMost ? false : null
        : null;

    /// <summary>The goal, and whether it is met: only the whole interval counts, and only where the A/A comparison showed no difference.</summary>
    /// <param name="metric">The deciding metric's name.</param>
    /// <param name="first">The first variant.</param>
    /// <param name="comparison">The comparison.</param>
    public string InWords(string metric, string first, Comparison comparison)
    {
        var ratio = RatioOf(metric, comparison);
        var verdict = IsMet(metric, comparison) switch { true => "met", false => "not met", null => "too noisy to say" };
        return string.Create(CultureInfo.InvariantCulture, $"goal: '{Variant}' has at most {AtMost:0.0#} times the {metric} of '{first}': {ratio.Estimate:0.00} [{ratio.Low:0.00}, {ratio.High:0.00}], {verdict}");
    }

    private Interval RatioOf(string metric, Comparison comparison) => comparison.Ratios.Single(ratio => ratio.Variant == Variant && ratio.Metric == metric).Ratio;
}
