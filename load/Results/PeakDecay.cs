namespace Dugout.Load.Results;

/// <summary>What a load falls to after its peak. A pure function of how many flows ended ok, second by second.</summary>
internal static class PeakDecay
{
    /// <summary>
    /// Flows that ended ok, a second, from the peak to the end of the load, by those of the peak: the best second of the load's first half. 1 is no fall. Null where nothing
    /// ended ok in that half.
    /// </summary>
    /// <param name="ok">By the second; what ended after the load doesn't count.</param>
    /// <param name="seconds">How long the load was.</param>
    public static double? Of(IReadOnlyList<int> ok, int seconds)
    {
        var half = ok.Take(seconds / 2).ToArray();
        var highest = half.DefaultIfEmpty(0).Max();
        if (highest == 0) return null;
        var peak = Array.IndexOf(half, highest);
        return ok.Take(seconds).Skip(peak + 1).Sum() / (double)(seconds - peak - 1) / highest;
    }
}
