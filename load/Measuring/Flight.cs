using System.Diagnostics;

namespace Dugout.Load.Measuring;

/// <summary>
/// Counts iterations in flight and weights the count by its duration, from the first start to the last end. That is the N of Little's law; its X and R come from the recorded
/// times, so the two sides match only when no iteration was lost, counted twice or timed wrongly.
/// </summary>
/// <param name="planned">How long iterations are started: during that time the callers of a closed load are never idle.</param>
internal sealed class Flight(TimeSpan planned)
{
    private readonly Lock _gate = new();
    private readonly long _planned = (long)(planned.TotalSeconds * Stopwatch.Frequency);
    private long _zero;
    private long _last;
    private long _lastEnd;
    private double _area;
    private double _areaPlanned;
    private double _areaAtLastEnd;
    private int _now;

    /// <summary>Iterations in flight.</summary>
    public int Now
    {
        get
        {
            lock (_gate) return _now;
        }
    }

    /// <summary>Starts the clock at a Stopwatch timestamp.</summary>
    public void Start(long zero)
    {
        lock (_gate) _zero = _last = _lastEnd = zero;
    }

    /// <summary>An iteration begins. Returns the moment as a Stopwatch timestamp.</summary>
    public long Enter()
    {
        lock (_gate)
        {
            Advance();
            _now++;
            return _last;
        }
    }

    /// <summary>An iteration ends. Returns the moment, which is also the end of its recorded time, so that a busy machine cannot add a gap between the two.</summary>
    public long Leave()
    {
        lock (_gate)
        {
            Advance();
            _now--;
            (_lastEnd, _areaAtLastEnd) = (_last, _area);
            return _last;
        }
    }

    /// <summary>Little's law over the measurement so far.</summary>
    /// <param name="ended">The number of ended iterations.</param>
    /// <param name="seconds">The sum of their times from the actual start.</param>
    public LittlesLaw Law(long ended, double seconds)
    {
        lock (_gate)
        {
            Advance();
            double window = _lastEnd - _zero;
            return window <= 0 || ended == 0
                ? new LittlesLaw(0, 0, 0, 0)
                : new LittlesLaw(_areaAtLastEnd / window, ended / (window / Stopwatch.Frequency), seconds / ended, _areaPlanned / Math.Min(_planned, _last - _zero));
        }
    }

    private void Advance()
    {
        var now = Math.Max(Stopwatch.GetTimestamp(), _last);
        _area += (double)_now * (now - _last);
        _areaPlanned += (double)_now * (Math.Min(now - _zero, _planned) - Math.Min(_last - _zero, _planned));
        _last = now;
    }
}

/// <summary>The quantities of Little's law, N = X · R.</summary>
/// <param name="InFlight">N: iterations in flight, the mean over time from the first start to the last end.</param>
/// <param name="Throughput">X: iterations ended per second in that time.</param>
/// <param name="Duration">R: mean time from actual start to end, in seconds, over all iterations whatever their outcome.</param>
/// <param name="InFlightWhileStarting">N while iterations were being started: in a closed load the number of callers, except in the first second, unless the generator leaves them
/// idle.</param>
internal sealed record LittlesLaw(double InFlight, double Throughput, double Duration, double InFlightWhileStarting)
{
    /// <summary>The largest difference between the two sides before a run is void.</summary>
    public const double Tolerance = 0.05;

    /// <summary>The defect of a run whose quantities do not match; null when they match.</summary>
    /// <param name="callers">The number of callers of a closed load; null for an open one.</param>
    /// <param name="planned">How long iterations were started.</param>
    public string? Violation(int? callers, TimeSpan planned)
    {
        if (InFlight == 0) return null; // nothing ran, so nothing can be compared
        var product = Throughput * Duration;
        if (Math.Abs(InFlight - product) > Tolerance * InFlight) return FormattableString.Invariant($"Little's law is violated: {InFlight:0.00} iterations in flight, but {Throughput:0.00} a second times {Duration:0.000} s are {product:0.00}");
        // NBomber lets callers begin at any moment of the first second.
        var busy = 1 - (Math.Min(1, planned.TotalSeconds) / planned.TotalSeconds);
        return callers is { } all && InFlightWhileStarting < (1 - Tolerance) * busy * all ? FormattableString.Invariant($"of {all} callers only {InFlightWhileStarting:0.00} were busy on average") : null;
    }
}
