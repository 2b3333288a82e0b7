using NBomber.Contracts;
#if NBOMBER_STAND_IN
using Dugout.Generator;
#endif

namespace Dugout.Load.Measuring;

/// <summary>
/// When flows were meant to start and how well the generator kept to it. The only place that asks more of the generator than NBomber's
/// own API has: the real package doesn't tell when a flow was due, and then this says so and times count from the actual start.
/// </summary>
internal sealed class Sends
{
    /// <summary>A start is dropped while so many flows are in flight: each has a connection, and a machine has only so many.</summary>
    public const int MostInFlight = 20_000;

#if !NBOMBER_STAND_IN
#pragma warning disable CA1822 // Members of an instance with the stand-in, and so for callers here, too.
    /// <summary>Whether the generator tells when a flow was due.</summary>
    public static bool AreKnown => false;

    /// <summary>The latest of all starts, after its due time.</summary>
    public TimeSpan Latest => TimeSpan.Zero;

    /// <summary>Each second of the load in its order.</summary>
    public IReadOnlyList<SendsOfSecond> Seconds => [];

    /// <summary>When the flow was due, as a Stopwatch timestamp; null when nobody knows.</summary>
    public static long? Due(IScenarioContext context) => null;

    /// <summary>Writes down how a scenario's starts are sent.</summary>
    public ScenarioProps Watch(ScenarioProps scenario) => scenario;
#pragma warning restore CA1822
#else
    private readonly SendLog _log = new();

    /// <summary>Whether the generator tells when a flow was due.</summary>
    public static bool AreKnown => true;

    /// <summary>The latest of all starts, after its due time.</summary>
    public TimeSpan Latest => _log.Latest;

    /// <summary>Each second of the load in its order.</summary>
    public IReadOnlyList<SendsOfSecond> Seconds => [.. _log.Seconds.Select(second => new SendsOfSecond(second.Due, second.Started, second.Late, second.Dropped))];

    /// <summary>When the flow was due, as a Stopwatch timestamp; null in a closed loop, whose flows start when they can.</summary>
    public static long? Due(IScenarioContext context) => (context as IScheduledIteration)?.Due;

    /// <summary>Writes down how a scenario's starts are sent.</summary>
    public ScenarioProps Watch(ScenarioProps scenario) => scenario.WithSendLog(_log, MostInFlight);
#endif
}

/// <summary>Flows that were due in one second of the load, and of these the ones that started, started late, and were dropped.</summary>
internal readonly record struct SendsOfSecond(int Due, int Started, int Late, int Dropped);
