namespace Dugout.Load.Results;

/// <summary>The decay of throughput after a load's peak. A pure function of the number of iterations that ended ok, second by second.</summary>
internal static class PeakDecay
{
    /// <summary>
    /// The mean of iterations that ended ok per second, from the peak to the end of the load, divided by the peak: the best second of the load's first half. 1 means no
    /// decay. Null where no iteration ended ok in that half.
    /// </summary>
    /// <param name="ok">By the second; iterations that ended after the load do not count.</param>
    /// <param name="seconds">The length of the load, in seconds.</param>
    public static double? Of(IReadOnlyList<int> ok, int seconds)
    {
        var firstHalf = ok.Take(seconds / 2).ToArray();
        var highest = firstHalf.DefaultIfEmpty(0).Max();
        if (highest == 0) return null;
        var peak = Array.IndexOf(firstHalf, highest);
        return ok.Take(seconds).Skip(peak + 1).Sum() / (double)(seconds - peak - 1) / highest;
    }
}
