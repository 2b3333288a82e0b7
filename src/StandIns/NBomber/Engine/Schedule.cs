// Turns load simulations into intended start times, as the package does: interval by interval, with the starts of one scattered at
// random within it. An interval's times are computed from the beginning of its phase, so the schedule cannot drift.

using NBomber.Contracts;

namespace NBomber.Engine;

// Either starts of single iterations (open model) or the times at which copies begin that loop until the phase ends (closed model); a pause has neither.
internal sealed record Phase(TimeSpan End, IReadOnlyList<TimeSpan> Copies, IEnumerable<TimeSpan> Starts);

internal static class Schedule
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    // How long the simulations take: each lasts whole intervals.
    public static TimeSpan Length(IEnumerable<LoadSimulation> simulations) => simulations.Aggregate(TimeSpan.Zero, (sum, simulation) => sum + Length(simulation));

    // Up to `length`, which a warm-up takes shorter than the load itself.
    public static IEnumerable<Phase> Of(IEnumerable<LoadSimulation> simulations, TimeSpan length, Random random)
    {
        var begin = TimeSpan.Zero;
        var before = 0; // what the phase before had at its end, in its own interval: where a ramp begins
        foreach (var simulation in simulations)
        {
            var end = begin + Length(simulation);
            yield return new Phase(
                end < length ? end : length,
                simulation is KeepConstant constant ? [.. Scattered(constant.Copies, begin, Second, random)] : [],
                Starts(simulation, begin, before, random).TakeWhile(start => start < length));
            if (end >= length) yield break;
            (begin, before) = (end, AtTheEnd(simulation));
        }
    }

    private static TimeSpan Length(LoadSimulation simulation) => Interval(simulation) * Math.Ceiling(simulation.During / Interval(simulation));

    private static TimeSpan Interval(LoadSimulation simulation) => simulation switch
    {
        Inject inject => inject.Interval,
        RampingInject ramp => ramp.Interval,
        _ => Second,
    };

    private static int AtTheEnd(LoadSimulation simulation) => simulation switch
    {
        Inject inject => inject.Rate,
        RampingInject ramp => ramp.Rate,
        KeepConstant constant => constant.Copies,
        _ => 0,
    };

    private static IEnumerable<TimeSpan> Starts(LoadSimulation simulation, TimeSpan begin, int before, Random random)
    {
        if (simulation is not (Inject or RampingInject)) yield break;
        var interval = Interval(simulation);
        for (var at = TimeSpan.Zero; at < simulation.During; at += interval)
        {
            var count = simulation is Inject inject ? inject.Rate : OnTheRamp((RampingInject)simulation, before, at);
            foreach (var start in Scattered(count, begin + at, interval, random)) yield return start;
        }
    }

    // The rate at the beginning of an interval counts for all of it, and progress is a whole percentage.
    private static int OnTheRamp(RampingInject ramp, int before, TimeSpan at)
    {
        var percent = Math.Round(at / ramp.During * 100, MidpointRounding.AwayFromZero);
        return (int)Math.Round(((ramp.Rate - before) / 100.0 * percent) + before, MidpointRounding.AwayFromZero);
    }

    // Random times in their order, drawn one by one: to sort all starts of an interval would make the first ones late.
    private static IEnumerable<TimeSpan> Scattered(int count, TimeSpan begin, TimeSpan within, Random random)
    {
        var left = 1.0;
        for (var remaining = count; remaining > 0; remaining--)
        {
            left *= Math.Pow(1 - random.NextDouble(), 1.0 / remaining);
            yield return begin + TimeSpan.FromTicks((long)(within.Ticks * (1 - left)));
        }
    }
}
