using NBomber.Contracts;
#if NBOMBER_STAND_IN
using Dugout.Generator;
#endif

namespace Dugout.Load.Measuring;

/// <summary>
/// The intended starts of iterations and how well the generator met them. The only place that needs more of the generator than NBomber's own API: the
/// real package does not report intended starts. This class then says so, and times count from the actual start.
/// </summary>
internal sealed class Sends
{
    /// <summary>A start is dropped while this many iterations are in flight: each has a connection, and a machine's connections are limited.</summary>
    public const int MostInFlight = 20_000;

#if !NBOMBER_STAND_IN
#pragma warning disable CA1822 // Instance members with the stand-in package, and so for callers here, too.
    /// <summary>Whether the generator reports intended starts.</summary>
    public static bool AreKnown => false;

    /// <summary>The longest delay of a start after its intended time.</summary>
    public TimeSpan Latest => TimeSpan.Zero;

    /// <summary>Each second of the load, in order.</summary>
    public IReadOnlyList<SendsOfSecond> Seconds => [];

    /// <summary>The intended start of the iteration, as a Stopwatch timestamp; null when unknown.</summary>
    public static long? Due(IScenarioContext context) => null;

    /// <summary>Records how a scenario's starts are sent.</summary>
    public ScenarioProps Watch(ScenarioProps scenario) => scenario;
#pragma warning restore CA1822
#else
    private readonly SendLog _log = new();

    /// <summary>Whether the generator reports intended starts.</summary>
    public static bool AreKnown => true;

    /// <summary>The longest delay of a start after its intended time.</summary>
    public TimeSpan Latest => _log.Latest;

    /// <summary>Each second of the load, in order.</summary>
    public IReadOnlyList<SendsOfSecond> Seconds => [.. _log.Seconds.Select(second => new SendsOfSecond(second.Due, second.Started, second.Late, second.Dropped))];

    /// <summary>The intended start of the iteration, as a Stopwatch timestamp; null in a closed loop, whose iterations start when they can.</summary>
    public static long? Due(IScenarioContext context) => (context as IScheduledIteration)?.Due;

    /// <summary>Records how a scenario's starts are sent.</summary>
    public ScenarioProps Watch(ScenarioProps scenario) => scenario.WithSendLog(_log, MostInFlight);
#endif
}

/// <summary>Iterations due in one second of the load, and the numbers of them that started, started late, and were dropped.</summary>
internal readonly record struct SendsOfSecond(int Due, int Started, int Late, int Dropped);
