using Dugout.Load.Statistics;
using Xunit;

namespace Dugout.Load.Tests.Statistics;

/// <summary>Whether intervals have their confidence level, over many experiments with a known effect: too slow to be repeated for each mutant of Unit.Tests.</summary>
public sealed class IntervalCoverageTests
{
    private const int Seed = 7;

    [Theory]
    [InlineData(4, 0.05)]
    [InlineData(8, 0.05)]
    [InlineData(20, 0.05)]
    [InlineData(8, 0.2)]
    public void The_interval_covers_a_known_effect_at_its_confidence_level(int blocks, double error)
    {
        const int experiments = 1_000;
        const double effect = 1.1;
        var random = new Random(Seed);
        var covered = 0;
        for (var i = 0; i < experiments; i++)
        {
            // Block noise is far larger than the effect; each variant has noise of its own.
            var blockLuck = Enumerable.Range(0, blocks).Select(_ => Math.Exp(0.5 * Normal())).ToList();
            double[] one = [.. blockLuck.Select(luck => 100 * luck * Math.Exp(0.05 * Normal()))];
            double[] other = [.. blockLuck.Select(luck => 100 * luck * effect * Math.Exp(0.05 * Normal()))];
            if (Bootstrap.Of(Verdicts.LogRatios(one, other), error, i, resamples: 400).Exponential().Covers(effect)) covered++;
        }

        // Four standard errors of a share of so many, and two points for what a bootstrap of a few blocks can't know.
        var part = (double)covered / experiments;
        var slack = 0.02 + (4 * Math.Sqrt(error * (1 - error) / experiments));
        Assert.InRange(part, 1 - error - slack, 1 - error + slack);

        double Normal() => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
    }
}
