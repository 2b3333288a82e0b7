namespace Dugout.Load.Statistics;

/// <summary>
/// Corrects for several comparisons in one run: with twenty of them at 5 % one significant result is likely to be chance. Holm (1979) orders them by
/// significance and tests the k-th of m at error ÷ (m − k + 1); after the first that is not significant, none is.
/// </summary>
internal static class Holm
{
    /// <summary>The intervals of all comparisons, each as wide as its rank in Holm's order requires.</summary>
    /// <param name="blocks">For each comparison, one log ratio per block.</param>
    /// <param name="error">The probability that any of the results is chance.</param>
    /// <param name="seed">The seed of the draws.</param>
    public static IReadOnlyList<Interval> Intervals(IReadOnlyList<double[]> blocks, double error, int seed)
    {
        // The most significant is the one whose interval, at one width for all, is furthest from 0 in units of its own width.
        var surest = Enumerable.Range(0, blocks.Count).OrderByDescending(i => Sureness(Bootstrap.Of(blocks[i], error, seed))).ToArray();
        var intervals = new Interval[blocks.Count];
        var share = error / blocks.Count;
        var isSure = true;
        for (var place = 0; place < surest.Length; place++)
        {
            intervals[surest[place]] = Bootstrap.Of(blocks[surest[place]], share, seed);
            // Once an interval contains 0, later intervals are tested at the same level.
            isSure = isSure && !intervals[surest[place]].Covers(0);
            if (isSure && place + 1 < surest.Length) share = error / (surest.Length - place - 1);
        }

        return intervals;
    }

    private static double Sureness(Interval interval) => Math.Abs(interval.Estimate) / Math.Max(interval.High - interval.Low, double.Epsilon);
}
