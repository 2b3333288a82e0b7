using Dugout.Load.Exits;
using Dugout.Load.Results;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>The shape of a load over its length, phase by phase.</summary>
internal static class Shape
{
    /// <summary>The same rate all the time.</summary>
    public const string Weekday = "weekday";

    /// <summary>Up for a fifth of the time, level for three fifths, down for a fifth.</summary>
    public const string Derby = "derby";

    /// <summary>The full rate for a tenth of the time, down to a fifth of it over three tenths, then level.</summary>
    public const string OpeningMinute = "opening-minute";

    /// <summary>The shapes by name.</summary>
    public static IReadOnlyList<string> Names { get; } = [Weekday, Derby, OpeningMinute];

    /// <summary>The phases of an open load.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="rate">Iterations per second at the load's peak.</param>
    /// <param name="seconds">Its length, in seconds.</param>
    /// <exception cref="UsageException">It is too short for its phases, none of which may be shorter than a second.</exception>
    public static IReadOnlyList<PhaseRecord> Open(string name, int rate, int seconds)
    {
        if (name != Weekday && seconds < 3) throw new UsageException($"{name} has three phases of a second or more: --seconds must be at least 3");
        switch (name)
        {
            case Derby:
                var slope = Math.Max(1, seconds / 5);
                return [new(0, rate, null, slope), new(rate, rate, null, seconds - (2 * slope)), new(rate, 0, null, slope)];
            case OpeningMinute:
                var (spike, decay, after) = (Math.Max(1, seconds / 10), Math.Max(1, 3 * seconds / 10), Math.Max(1, rate / 5));
                return [new(rate, rate, null, spike), new(rate, after, null, decay), new(after, after, null, seconds - spike - decay)];
            default:
                return [new(rate, rate, null, seconds)];
        }
    }

    /// <summary>The one phase of a closed load.</summary>
    public static IReadOnlyList<PhaseRecord> Closed(int callers, int seconds) => [new(0, 0, callers, seconds)];

    /// <summary>The first seconds of a load.</summary>
    public static IReadOnlyList<PhaseRecord> Beginning(IReadOnlyList<PhaseRecord> phases, int seconds)
    {
        List<PhaseRecord> beginning = [];
        foreach (var phase in phases)
        {
            var taken = Math.Min(phase.Seconds, seconds - beginning.Sum(one => one.Seconds));
            if (taken > 0) beginning.Add(phase with { Seconds = taken, To = phase.From + ((phase.To - phase.From) * taken / phase.Seconds) });
        }

        return beginning;
    }

    /// <summary>The number of iterations that a phase of an open load starts in each of its seconds.</summary>
    public static IReadOnlyList<int> StartsBySecond(PhaseRecord phase) => [.. Enumerable.Range(0, phase.Seconds).Select(second => phase.Starts(second + 1) - phase.Starts(second))];

    /// <summary>The load as the generator's simulations.</summary>
    public static LoadSimulation[] Simulations(IReadOnlyList<PhaseRecord> phases) => [.. phases.SelectMany(Simulations)];

    /// <summary>
    /// One phase, as whole numbers of starts in each second. NBomber's ramps start fewer or more iterations than the area under them, and its longer intervals
    /// prolong a phase that they do not divide.
    /// </summary>
    private static IEnumerable<LoadSimulation> Simulations(PhaseRecord phase)
    {
        if (phase.Callers is { } callers)
        {
            yield return Simulation.KeepConstant(callers, TimeSpan.FromSeconds(phase.Seconds));
            yield break;
        }

        var starts = StartsBySecond(phase);
        for (var (from, to) = (0, 1); from < starts.Count; from = to++)
        {
            while (to < starts.Count && starts[to] == starts[from]) to++;
            var during = TimeSpan.FromSeconds(to - from);
            yield return starts[from] == 0 ? Simulation.Pause(during) : Simulation.Inject(starts[from], TimeSpan.FromSeconds(1), during);
        }
    }
}
