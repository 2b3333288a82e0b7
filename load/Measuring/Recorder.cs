using System.Collections.Concurrent;
using System.Diagnostics;
using Dugout.Load.Client;

namespace Dugout.Load.Measuring;

/// <summary>
/// Measures iterations and their steps while they run. Every member is thread-safe. The clock starts with the first iteration. Warm-up iterations are not
/// recorded.
/// </summary>
/// <param name="planned">How long iterations are started.</param>
internal sealed class Recorder(TimeSpan planned)
{
    private readonly ConcurrentDictionary<string, StepMeter> _steps = new();
    private readonly Lock _gate = new();
    private long _zero;

    /// <summary>Whole iterations.</summary>
    public StepMeter Iterations { get; } = new("iteration");

    /// <summary>Iterations in flight, now and on average.</summary>
    public Flight Flight { get; } = new(planned);

    /// <summary>The steps, in the order of their names, which begin with their number.</summary>
    public IReadOnlyList<StepMeter> Steps => [.. _steps.Values.OrderBy(step => step.Name, StringComparer.Ordinal)];

    /// <summary>Runs when the clock starts, before the first iteration goes on: other measurements begin then.</summary>
    public Action? Began { get; set; }

    /// <summary>How long iterations are started.</summary>
    public TimeSpan Planned { get; } = planned;

    /// <summary>Whether the time to start iterations is over and none is in flight.</summary>
    public bool IsThrough => Elapsed is var elapsed && elapsed > TimeSpan.Zero && elapsed >= Planned && Flight.Now == 0;

    /// <summary>Time since the first iteration; zero before it.</summary>
    public TimeSpan Elapsed => Volatile.Read(ref _zero) is var zero and not 0 ? Stopwatch.GetElapsedTime(zero) : TimeSpan.Zero;

    /// <summary>The seconds from the first iteration to a Stopwatch timestamp; before the first iteration, and where there was none, below 0.</summary>
    public double SecondsAt(long timestamp) => Volatile.Read(ref _zero) is var zero and not 0 ? (timestamp - zero) / (double)Stopwatch.Frequency : -1;

    /// <summary>Little's law over the measurement so far.</summary>
    public LittlesLaw Law()
    {
        var (ended, microseconds) = Iterations.Total();
        return Flight.Law(ended, microseconds / 1e6);
    }

    /// <summary>An iteration begins now.</summary>
    /// <param name="due">Its intended start, as a Stopwatch timestamp; null when there is none.</param>
    public IterationTimer Begin(long? due)
    {
        Start(due ?? Stopwatch.GetTimestamp());
        Iterations.Start();
        var begun = Flight.Enter();
        return new IterationTimer(this, due, begun);
    }

    /// <summary>The meter of a step.</summary>
    public StepMeter Step(string name) => _steps.GetOrAdd(name, added => new StepMeter(added) { Zero = _zero });

    private void Start(long zero)
    {
        if (Volatile.Read(ref _zero) != 0) return;
        lock (_gate)
        {
            if (_zero != 0) return;
            Iterations.Zero = zero;
            Flight.Start(zero);
            Began?.Invoke();
            Volatile.Write(ref _zero, zero);
        }
    }
}

/// <summary>Times one iteration and its steps, one after the other.</summary>
internal sealed class IterationTimer(Recorder recorder, long? due, long begun)
{
    private bool _hasAsked;

    /// <summary>A step begins now. The first step counts from the intended start of the iteration, the others from now: they are sent when the virtual
    /// user reaches them.</summary>
    public StepTimer Begin(string step)
    {
        var sent = Stopwatch.GetTimestamp();
        var meter = recorder.Step(step);
        meter.Start();
        var timer = new StepTimer(meter, _hasAsked ? sent : due ?? sent, sent);
        _hasAsked = true;
        return timer;
    }

    /// <summary>The iteration ends now.</summary>
    public void End(Outcome outcome, string code) => recorder.Iterations.End(outcome, code, due ?? begun, begun, recorder.Flight.Leave());
}

/// <summary>Times one step of one iteration.</summary>
internal sealed class StepTimer(StepMeter meter, long due, long sent)
{
    /// <summary>The response was not final: the request is retried.</summary>
    public void Repeat(string status) => meter.Repeat(status);

    /// <summary>The step ends now.</summary>
    public void End(Outcome outcome, string code) => meter.End(outcome, code, due, sent, Stopwatch.GetTimestamp());
}
