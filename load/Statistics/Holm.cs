namespace Dugout.Load.Statistics;

/// <summary>
/// Several questions to one run: with twenty of them at 5 % one answer is likely to be luck. Holm (1979) orders them by how sure each is
/// and asks the k-th surest of m with error ÷ (m − k + 1); after the first that isn't sure, none is.
/// </summary>
internal static class Holm
{
    /// <summary>Intervals of all questions, each as wide as its place in Holm's order demands.</summary>
    /// <param name="blocks">For each question, one log ratio a block.</param>
    /// <param name="error">How often any of the answers may be luck.</param>
    /// <param name="seed">For the draws.</param>
    public static IReadOnlyList<Interval> Intervals(IReadOnlyList<double[]> blocks, double error, int seed)
    {
        // The surest is the one whose interval, at one width for all, keeps furthest off 0 in units of its own width.
        var surest = Enumerable.Range(0, blocks.Count).OrderByDescending(i => Sureness(Bootstrap.Of(blocks[i], error, seed))).ToArray();
        var intervals = new Interval[blocks.Count];
        var share = error / blocks.Count;
        var isSure = true;
        for (var place = 0; place < surest.Length; place++)
        {
            intervals[surest[place]] = Bootstrap.Of(blocks[surest[place]], share, seed);
            // Once an interval holds 0, no one after it is asked more leniently.
            isSure = isSure && !intervals[surest[place]].Covers(0);
            if (isSure && place + 1 < surest.Length) share = error / (surest.Length - place - 1);
        }

        return intervals;
    }

    private static double Sureness(Interval interval) => Math.Abs(interval.Estimate) / Math.Max(interval.High - interval.Low, double.Epsilon);
}
