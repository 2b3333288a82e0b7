// Turns load simulations into intended start times. Each start is computed from the beginning of its phase, never from the
// start before it, so the schedule cannot drift and a late start does not delay the next.

using NBomber.Contracts;

namespace NBomber.Engine;

// Either starts of single iterations (open model) or copies that loop until the phase ends (closed model); a pause has neither.
internal sealed record Phase(TimeSpan End, int Copies, IEnumerable<TimeSpan> Starts);

internal static class Schedule
{
    // Up to `length`, which a warm-up takes shorter than the load itself.
    public static IEnumerable<Phase> Of(IEnumerable<LoadSimulation> simulations, TimeSpan length)
    {
        var begin = TimeSpan.Zero;
        double rate = 0; // iterations a second at the end of the phase before: where a ramp begins
        foreach (var simulation in simulations)
        {
            var end = begin + simulation.During;
            var to = RateAtTheEnd(simulation);
            yield return new Phase(
                end < length ? end : length,
                simulation is KeepConstant constant ? constant.Copies : 0,
                Starts(simulation, begin, rate, to).TakeWhile(start => start < length));
            if (end >= length) yield break;
            (begin, rate) = (end, to);
        }
    }

    private static double RateAtTheEnd(LoadSimulation simulation) => simulation switch
    {
        Inject inject => inject.Rate / inject.Interval.TotalSeconds,
        RampingInject ramp => ramp.Rate / ramp.Interval.TotalSeconds,
        _ => 0,
    };

    private static IEnumerable<TimeSpan> Starts(LoadSimulation simulation, TimeSpan begin, double from, double to)
    {
        if (simulation is not (Inject or RampingInject)) yield break;
        if (simulation is Inject) from = to;

        // The rate runs straight from `from` to `to`, so the starts so far are the area of a trapezium; solved here for the time of each.
        var seconds = simulation.During.TotalSeconds;
        var count = (long)Math.Round((from + to) / 2 * seconds, MidpointRounding.AwayFromZero);
        var slope = (to - from) / seconds;
        for (long i = 0; i < count; i++)
        {
            var at = slope == 0 ? i / to : (Math.Sqrt(Math.Max(0, (from * from) + (2 * slope * i))) - from) / slope;
            yield return begin + TimeSpan.FromSeconds(at);
        }
    }
}
