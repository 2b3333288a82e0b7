namespace Dugout.Load.Rehearsals;

/// <summary>The shop as one queue: requests are served in the order in which they were sent, at a constant rate of work; each also takes the time that it takes while the shop is quiet.</summary>
/// <param name="carried">Work per second, in purchases.</param>
/// <param name="from">The time of the first request, in seconds.</param>
/// <param name="until">The end of the accounts of work.</param>
internal sealed class ShopQueue(double carried, double from, double until)
{
    /// <summary>The span over which utilization is averaged, in seconds.</summary>
    public const int Span = 10;

    private readonly double[] _busy = new double[(int)Math.Ceiling(until - from) + 1];
    private double _freeAt = double.NegativeInfinity;

    /// <summary>The longest time a request spent in the queue, in seconds.</summary>
    public double LongestQueue { get; private set; }

    /// <summary>The utilization in the busiest <see cref="Span"/> seconds, 0 to 1.</summary>
    public double PeakUtilization
    {
        get
        {
            var (sum, highest) = (0.0, 0.0);
            for (var second = 0; second < _busy.Length; second++)
            {
                sum += _busy[second] - (second >= Span ? _busy[second - Span] : 0);
                highest = Math.Max(highest, sum);
            }

            return Math.Min(1, highest / Span);
        }
    }

    /// <summary>Serves a request.</summary>
    /// <param name="now">When it is sent.</param>
    /// <param name="work">Its work, in purchases.</param>
    /// <param name="quietSeconds">Its time while the shop is quiet.</param>
    /// <returns>When its response arrives.</returns>
    public double Serve(double now, double work, double quietSeconds)
    {
        var begins = Math.Max(now, _freeAt);
        LongestQueue = Math.Max(LongestQueue, begins - now);
        _freeAt = begins + (work / carried);
        if (work > 0) Count(begins, _freeAt);
        return begins + quietSeconds;
    }

    private void Count(double begins, double ends)
    {
        for (var second = (int)(begins - from); second >= 0 && second < _busy.Length && from + second < ends; second++)
            _busy[second] += Math.Min(ends, from + second + 1) - Math.Max(begins, from + second);
    }
}
