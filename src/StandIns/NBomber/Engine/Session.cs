// Runs scenarios side by side, each on a thread of its own that does nothing but start iterations on time.

using NBomber.Contracts;
using NBomber.Contracts.Stats;

namespace NBomber.Engine;

internal static class Session
{
    public static NodeStats Run(IReadOnlyList<ScenarioProps> scenarios)
    {
        var stop = new CancellationTokenSource(); // not disposed: what was left behind may still cancel it
        var stats = new ScenarioStats[scenarios.Count];
        Thread[] threads = [.. scenarios.Select((scenario, i) => new Thread(() => stats[i] = Run(scenario, stop)) { Name = scenario.ScenarioName })];
        foreach (var thread in threads) thread.Start();
        foreach (var thread in threads) thread.Join();
        return new NodeStats(stats, stats.Max(scenario => scenario.Duration));
    }

    private static ScenarioStats Run(ScenarioProps scenario, CancellationTokenSource stop)
    {
        var planned = TimeSpan.FromTicks(scenario.LoadSimulations.Sum(simulation => simulation.During.Ticks));
        var info = new ScenarioInfo(scenario.ScenarioName, 0, planned, ScenarioOperation.WarmUp);
        if (scenario.WarmUpDuration is { } warmUp) new Load(scenario, info, new Measurements(), null, stop).Run(warmUp);

        var measurements = new Measurements();
        var duration = new Load(scenario, info with { ScenarioOperation = ScenarioOperation.Bombing }, measurements, scenario.SendLog, stop).Run(planned);
        return measurements.ToStats(scenario.ScenarioName, duration);
    }
}
