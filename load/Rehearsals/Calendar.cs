namespace Dugout.Load.Rehearsals;

/// <summary>The next event of each fan, in buckets of 10 ms: constant cost whatever the number of fans. Within a bucket events happen in the order in which they were scheduled. Times are seconds from the opening.</summary>
/// <param name="fans">The number of fans, each with one event at a time.</param>
/// <param name="from">The time of the first bucket.</param>
/// <param name="until">The end; later events never happen.</param>
internal sealed class Calendar(int fans, double from, double until)
{
    private const double Width = 0.01;
    private const int None = -1;

    private readonly int[] _first = Filled((int)Math.Ceiling((until - from) / Width) + 1);
    private readonly int[] _last = new int[(int)Math.Ceiling((until - from) / Width) + 1];
    private readonly int[] _next = Filled(fans);
    private readonly double[] _at = new double[fans];
    private int _bucket;

    /// <summary>Begin of the current bucket.</summary>
    public double Now => from + (_bucket * Width);

    /// <summary>Whether the last bucket has passed.</summary>
    public bool IsOver => _bucket >= _first.Length;

    /// <summary>Sets the event of a fan that has none. One in the past happens now.</summary>
    public void Schedule(int fan, double at)
    {
        if (at >= until) return;
        var bucket = Math.Clamp((int)((at - from) / Width), _bucket, _first.Length - 1);
        (_at[fan], _next[fan]) = (at, None);
        if (_first[bucket] == None) _first[bucket] = fan;
        else _next[_last[bucket]] = fan;
        _last[bucket] = fan;
    }

    /// <summary>Takes an event out of the current bucket.</summary>
    public bool TryTake(out int fan, out double at)
    {
        fan = _first[_bucket];
        at = fan == None ? 0 : _at[fan];
        if (fan == None) return false;
        _first[_bucket] = _next[fan];
        return true;
    }

    /// <summary>Goes on to the next bucket.</summary>
    public void Advance() => _bucket++;

    private static int[] Filled(int length)
    {
        var numbers = new int[length];
        Array.Fill(numbers, None);
        return numbers;
    }
}
