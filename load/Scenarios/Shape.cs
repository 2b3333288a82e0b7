using Dugout.Load.Results;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>The shape of a load over its length, phase by phase.</summary>
internal static class Shape
{
    /// <summary>The same rate all the time.</summary>
    public const string Weekday = "weekday";

    /// <summary>Up for a fifth of the time, level for three, down for a fifth.</summary>
    public const string Derby = "derby";

    /// <summary>The whole rate for a tenth of the time, down to a fifth of it over three tenths, and level.</summary>
    public const string OpeningMinute = "opening-minute";

    /// <summary>The shapes by name.</summary>
    public static IReadOnlyList<string> Names { get; } = [Weekday, Derby, OpeningMinute];

    /// <summary>The phases of an open load.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="rate">Flows a second where the load is highest.</param>
    /// <param name="seconds">How long it is, in seconds.</param>
    /// <exception cref="UsageException">It is too short for its phases, of which none lasts less than a second.</exception>
    public static IReadOnlyList<PhaseRecord> Open(string name, int rate, int seconds)
    {
        if (name != Weekday && seconds < 3) throw new UsageException($"{name} has three phases of a second or more: --seconds wants 3 at least");
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

    /// <summary>How many flows an open load starts: the area under it.</summary>
    public static int Starts(IReadOnlyList<PhaseRecord> phases) => phases.Sum(phase => (int)Math.Round((phase.From + phase.To) / 2 * phase.Seconds, MidpointRounding.AwayFromZero));

    /// <summary>The same for the generator.</summary>
    public static LoadSimulation[] Simulations(IReadOnlyList<PhaseRecord> phases)
    {
        var interval = Interval(phases);
        return [.. phases.Select(phase => Of(phase, interval))];
    }

    /// <summary>The generator takes whole numbers of starts alone: the shortest interval, in whole seconds, in which all rates are such.</summary>
    public static int Interval(IReadOnlyList<PhaseRecord> phases)
    {
        var longest = phases.Min(phase => phase.Seconds);
        return Enumerable.Range(1, longest).FirstOrDefault(seconds => phases.All(phase => Math.Abs((phase.To * seconds) - Math.Round(phase.To * seconds)) < 1e-6), longest);
    }

    private static LoadSimulation Of(PhaseRecord phase, int interval)
    {
        var (time, during) = (TimeSpan.FromSeconds(interval), TimeSpan.FromSeconds(phase.Seconds));
        var starts = (int)Math.Round(phase.To * interval);
        return phase.Callers is { } callers ? Simulation.KeepConstant(callers, during)
            : phase.From == phase.To ? Simulation.Inject(starts, time, during)
            : Simulation.RampingInject(starts, time, during);
    }
}
