namespace Dugout.Load.Checks.Linearizability;

/// <summary>A set of time intervals, queried for an overlap with another interval.</summary>
internal sealed class IntervalSet
{
    private readonly long[] _from;
    private readonly long[] _latest; // the latest end of this interval and all that begin before it

    public IntervalSet(IEnumerable<(long From, long To)> intervals)
    {
        var sorted = intervals.OrderBy(one => one.From).ToArray();
        _from = [.. sorted.Select(one => one.From)];
        _latest = [.. sorted.Select(one => one.To)];
        for (var i = 1; i < _latest.Length; i++) _latest[i] = Math.Max(_latest[i], _latest[i - 1]);
    }

    /// <summary>Whether this interval overlaps one of the set.</summary>
    public bool Overlaps(long from, long to)
    {
        var after = Array.BinarySearch(_from, to) is var found && found < 0 ? ~found : found + 1;
        while (after < _from.Length && _from[after] == to) after++;
        return after > 0 && _latest[after - 1] >= from;
    }
}
