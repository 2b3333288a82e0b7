// What goes beyond NBomber: when an iteration was meant to start, and how well the generator kept to it.

using System.Diagnostics;
using NBomber.Contracts;

namespace Dugout.Generator;

// The context of an iteration is one of these.
public interface IScheduledIteration
{
    // When the iteration was meant to start, as a Stopwatch timestamp; null in a closed loop, which starts when it can.
    long? Due { get; }
}

// What was due in one second of the load and what became of it; a start belongs to the second in which it was due.
public readonly record struct SecondOfSends(int Due, int Started, int Late, int Dropped);

// How an open load was sent, without the warm-up. Written by the generator; may be read at any time.
public sealed class SendLog
{
    // An iteration that begins later after its due time than this is late.
    public static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(1);

    private static readonly long ToleranceTicks = (long)(Tolerance.TotalSeconds * Stopwatch.Frequency);

    private Counts[] _seconds = [];
    private long _begun;
    private long _latest;

    // Everything so far. Due = started + dropped, but for what is due and on its way to a thread.
    public (long Due, long Started, long Late, long Dropped) Total
    {
        get
        {
            var seconds = Seconds;
            return (seconds.Sum(second => (long)second.Due), seconds.Sum(second => (long)second.Started), seconds.Sum(second => (long)second.Late), seconds.Sum(second => (long)second.Dropped));
        }
    }

    // The latest of all starts, after its due time.
    public TimeSpan Latest => TimeSpan.FromSeconds(Volatile.Read(ref _latest) / (double)Stopwatch.Frequency);

    // Each second of the load in its order.
    public IReadOnlyList<SecondOfSends> Seconds =>
        [.. Volatile.Read(ref _seconds).Select(second => new SecondOfSends(Volatile.Read(ref second.Due), Volatile.Read(ref second.Started), Volatile.Read(ref second.Late), Volatile.Read(ref second.Dropped)))];

    internal void Open(long begun, TimeSpan planned)
    {
        _begun = begun;
        Volatile.Write(ref _seconds, [.. Enumerable.Range(0, (int)Math.Ceiling(planned.TotalSeconds)).Select(_ => new Counts())]);
    }

    internal void Due(long due) => Interlocked.Increment(ref Of(due).Due);

    internal void Dropped(long due) => Interlocked.Increment(ref Of(due).Dropped);

    internal void Started(long due, long begun)
    {
        var second = Of(due);
        Interlocked.Increment(ref second.Started);
        if (begun - due > ToleranceTicks) Interlocked.Increment(ref second.Late);
        for (var seen = Volatile.Read(ref _latest); begun - due > seen;)
        {
            var before = Interlocked.CompareExchange(ref _latest, begun - due, seen);
            if (before == seen) break;
            seen = before;
        }
    }

    // A start at the very end of the load may round into the second after it.
    private Counts Of(long due) => _seconds[Math.Clamp((due - _begun) / Stopwatch.Frequency, 0, _seconds.Length - 1)];

    private sealed class Counts
    {
        public int Due;
        public int Started;
        public int Late;
        public int Dropped;
    }
}

public static class GeneratorScenario
{
    // Writes down how this scenario's starts were sent, and drops a start while this many of its iterations are in flight.
    public static ScenarioProps WithSendLog(this ScenarioProps scenario, SendLog log, int mostInFlight)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(mostInFlight);
        return scenario with { SendLog = log, MostInFlight = mostInFlight };
    }
}
