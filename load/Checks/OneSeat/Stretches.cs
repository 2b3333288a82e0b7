namespace Dugout.Load.Checks.OneSeat;

/// <summary>Stretches of time of one kind, asked whether another meets one of them.</summary>
internal sealed class Stretches
{
    private readonly long[] _from;
    private readonly long[] _latest; // the latest end of this stretch and all that begin before it

    public Stretches(IEnumerable<(long From, long To)> stretches)
    {
        var sorted = stretches.OrderBy(one => one.From).ToArray();
        _from = [.. sorted.Select(one => one.From)];
        _latest = [.. sorted.Select(one => one.To)];
        for (var i = 1; i < _latest.Length; i++) _latest[i] = Math.Max(_latest[i], _latest[i - 1]);
    }

    /// <summary>Whether one of the stretches and this one have a moment in common.</summary>
    public bool Meet(long from, long to)
    {
        var after = Array.BinarySearch(_from, to) is var found && found < 0 ? ~found : found + 1;
        while (after < _from.Length && _from[after] == to) after++;
        return after > 0 && _latest[after - 1] >= from;
    }
}
