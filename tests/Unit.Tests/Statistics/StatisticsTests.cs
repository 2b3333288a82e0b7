using Dugout.Load.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;
using Interval = Dugout.Load.Statistics.Interval;

namespace Dugout.Unit.Tests.Statistics;

public sealed class StatisticsTests
{
    private const int Seed = 7;

    private static readonly Gen<double[]> Blocks = Gen.Choose(1_000, 3_000).Select(thousandths => thousandths / 1_000.0).ArrayOf(8);

    [Fact]
    public void Swapping_the_variants_inverts_the_ratio_and_the_verdict() => Holds((one, other) =>
    {
        var there = Ratio(one, other);
        var back = Ratio(other, one);
        var rule = new ClaimRule();
        var (verdict, reverse) = (Verdicts.Of(there, isQuiet: true, rule), Verdicts.Of(back, isQuiet: true, rule));
        return Near(there.Estimate, 1 / back.Estimate) && Near(there.Low, 1 / back.High, 0.1) && Near(there.High, 1 / back.Low, 0.1)
            && (there.Covers(1) || back.Covers(1) || (verdict, reverse) is (Effect.Better, Effect.Worse) or (Effect.Worse, Effect.Better) or (Effect.NoDifferenceShown, Effect.NoDifferenceShown));
    });

    [Fact]
    public void Scaling_both_variants_changes_nothing() => Holds((one, other) =>
    {
        var plain = Ratio(one, other);
        var scaled = Ratio([.. one.Select(value => value * 1_000)], [.. other.Select(value => value * 1_000)]);
        return Near(plain.Estimate, scaled.Estimate) && Near(plain.Low, scaled.Low) && Near(plain.High, scaled.High);
    });

    [Fact]
    public void Scaling_one_variant_scales_the_ratio() => Holds((one, other) =>
        Near(2 * Ratio(one, other).Estimate, Ratio(one, [.. other.Select(value => value * 2)]).Estimate));

    [Fact]
    public void The_estimate_is_the_median_of_all_pairwise_means() => Assert.Equal(2.75, Bootstrap.HodgesLehmann([1, 2, 3, 10]));

    [Fact]
    public void One_outlier_block_moves_the_estimate_little() => Assert.InRange(Bootstrap.HodgesLehmann([0, 0, 0, 0, 0, 0, 100]), 0, 1);

    /// <summary>The quantiles are of the tables: 12.7062, 4.3027, 2.5706 and 2.0452 for t, 1.9600 for the normal distribution.</summary>
    [Theory]
    [InlineData(2, 12.7062)]
    [InlineData(3, 4.3027)]
    [InlineData(6, 2.5706)]
    [InlineData(30, 2.0452)]
    public void An_interval_is_widened_for_few_blocks_by_Students_t(int blocks, double quantile) =>
        Assert.Equal(quantile / 1.959964 * Math.Sqrt(blocks / (blocks - 1.0)), Bootstrap.Stretch(blocks, error: 0.05), tolerance: 1e-4);

    [Fact]
    public void Every_block_has_every_variant_and_every_second_block_reverses_the_previous_order()
    {
        var orders = BlockOrder.Of(variants: 4, blocks: 5, Seed);

        Assert.Equal(5, orders.Count);
        Assert.All(orders, order => Assert.Equal([0, 1, 2, 3], order.Order()));
        Assert.Equal(orders[0].Reverse(), orders[1]);
        Assert.Equal(orders[2].Reverse(), orders[3]);
        Assert.Equal(orders, BlockOrder.Of(4, 5, Seed));
        Assert.Contains(Enumerable.Range(0, 20), seed => !BlockOrder.Of(4, 1, seed)[0].SequenceEqual(orders[0]));
    }

    [Fact]
    public void Two_hypotheses_on_one_run_are_tested_with_a_step_down_correction()
    {
        double[] sure = [1, 1.1, 0.9, 1, 1.05];
        double[] unsure = [0.1, -0.2, 0.3, -0.1, 0];
        double[] alsoUnsure = [0.2, -0.3, 0.3, -0.1, 0.1];

        var one = Holm.Intervals([unsure, sure], error: 0.05, Seed);
        Assert.Equal(Bootstrap.Of(sure, 0.025, Seed), one[1]);
        Assert.Equal(Bootstrap.Of(unsure, 0.05, Seed), one[0]);

        double[] wideAndSure = [3, 4.2, 1.9, 3.4, 2.5];
        var two = Holm.Intervals([wideAndSure, unsure, sure], error: 0.06, Seed);
        Assert.Equal([Bootstrap.Of(wideAndSure, 0.03, Seed), Bootstrap.Of(unsure, 0.06, Seed), Bootstrap.Of(sure, 0.02, Seed)], two);

        var none = Holm.Intervals([unsure, alsoUnsure], error: 0.05, Seed);
        Assert.Equal([Bootstrap.Of(unsure, 0.025, Seed), Bootstrap.Of(alsoUnsure, 0.025, Seed)], none);
    }

    [Theory]
    [InlineData(0.80, 0.75, 0.86, true, "Better")]
    [InlineData(1.25, 1.16, 1.33, true, "Worse")]
    [InlineData(1.25, 1.16, 1.33, false, "Better")]
    [InlineData(0.80, 0.60, 1.01, true, "NoDifferenceShown")]
    [InlineData(0.97, 0.96, 0.98, true, "NoDifferenceShown")]
    [InlineData(1.05, 1.01, 1.09, true, "Worse")]
    public void A_claim_needs_an_interval_that_excludes_1_and_an_effect_of_the_agreed_size(double ratio, double low, double high, bool lowerIsBetter, string expected)
    {
        var rule = new ClaimRule { LowerIsBetter = lowerIsBetter };
        Assert.Equal(expected, Verdicts.Of(new Interval(ratio, low, high), isQuiet: true, rule).ToString());
        Assert.Equal(Effect.TooNoisyToSay, Verdicts.Of(new Interval(ratio, low, high), isQuiet: false, rule));
    }

    [Theory]
    [InlineData(0.95, 1.05, 8, true)]
    [InlineData(1.01, 1.05, 8, false)]
    [InlineData(0.80, 1.20, 8, false)]
    [InlineData(0.95, 1.05, 3, false)]
    [InlineData(0.95, 1.05, 4, true)]
    [InlineData(1, 1.25, 8, true)]
    public void A_machine_is_quiet_when_an_A_A_comparison_shows_no_effect(double low, double high, int blocks, bool isQuiet) =>
        Assert.Equal(isQuiet, Verdicts.IsQuiet(new Interval(1, low, high), blocks, new ClaimRule()));

    private static void Holds(Func<double[], double[], bool> rule) =>
        Prop.ForAll(Blocks.Zip(Blocks).ToArbitrary(), pair => rule(pair.Item1, pair.Item2)).Check(Config.QuickThrowOnFailure.WithMaxTest(40));

    private static Interval Ratio(double[] control, double[] variant) => Bootstrap.Of(Verdicts.LogRatios(control, variant), 0.05, Seed, resamples: 2_000).Exponential();

    private static bool Near(double one, double other, double by = 1e-9) => Math.Abs(one - other) <= by * Math.Max(Math.Abs(one), Math.Abs(other));
}
