using Dugout.Load.Experiments;
using Xunit;

namespace Dugout.Load.Tests.Experiments;

/// <summary>The knee of hand-made pool curves.</summary>
public sealed class PoolCurveTests
{
    [Fact]
    public void The_knee_is_the_smallest_pool_that_serves_nearly_as_much_as_any()
    {
        var curve = PoolCurve.Of([Trial("40", 1_000, 30), Trial("2", 400, 20), Trial("5", 960, 40), Trial("20", 990, 30)]);

        Assert.Equal([2, 5, 20, 40], curve.Select(point => point.Size));
        Assert.Equal(5, PoolCurve.Knee(curve).Size);
        Assert.Contains("knee: 5, the smallest pool that serves 95 % of the highest throughput", PoolCurve.InWords(curve, isQuiet: true));
    }

    [Fact]
    public void A_curve_whose_baseline_differs_from_itself_has_no_knee()
    {
        var words = PoolCurve.InWords(PoolCurve.Of([Trial("40", 1_000, 30), Trial("5", 960, 40)]), isQuiet: false).ToList();

        Assert.Contains("no knee is shown: the baseline differs from itself", words);
        Assert.DoesNotContain(words, line => line.StartsWith("knee", StringComparison.Ordinal));
    }

    [Fact]
    public void A_point_has_medians_over_blocks_and_Little_s_law()
    {
        var point = Assert.Single(PoolCurve.Of([Trial("5", 100, 30), Trial("5", 300, 50), Trial("5", 200, 40)]));

        Assert.Equal((5, 200.0, 4.0), (point.Size, point.Throughput, point.InUse));
    }

    [Fact]
    public void A_trial_without_ok_responses_is_no_point() => Assert.Empty(PoolCurve.Of([Trial("5", 0, 0)]));

    private static Trial Trial(string size, int okASecond, double useSeconds) => ExampleTrials.Of(size) with { Ok = okASecond * 10, UseSeconds = useSeconds, WaitSeconds = 1 };
}
