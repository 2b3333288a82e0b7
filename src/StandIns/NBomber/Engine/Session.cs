// Runs scenarios side by side, each on a thread of its own that does nothing but start iterations on time.

using System.Globalization;
using NBomber.Contracts;
using NBomber.Contracts.Stats;

namespace NBomber.Engine;

internal static class Session
{
    public static NodeStats Run(NBomberContext context)
    {
        var scenarios = context.Scenarios;
        foreach (var scenario in scenarios)
        {
            if (scenario.WarmUpDuration > Planned(scenario))
                throw new InvalidOperationException($"Scenario '{scenario.ScenarioName}' has a warm-up of {scenario.WarmUpDuration}, longer than its load of {Planned(scenario)}.");
        }

        Log(context.ReportFolder, $"{string.Join(", ", scenarios.Select(scenario => scenario.ScenarioName))}: started");
        // A stop during the warm-up ends the warm-up alone.
        RunAll([.. scenarios.Where(scenario => scenario.WarmUpDuration is not null)], (scenario, stop) => Run(scenario, ScenarioOperation.WarmUp, scenario.WarmUpDuration!.Value, stop));
        var stats = RunAll(scenarios, (scenario, stop) => Run(scenario, ScenarioOperation.Bombing, Schedule.Length(scenario.LoadSimulations), stop));
        return new NodeStats(stats, stats.Max(scenario => scenario.Duration));
    }

    private static ScenarioStats[] RunAll(IReadOnlyList<ScenarioProps> scenarios, Func<ScenarioProps, CancellationTokenSource, ScenarioStats> run)
    {
        var stop = new CancellationTokenSource(); // not disposed: what was left behind may still cancel it
        var stats = new ScenarioStats[scenarios.Count];
        Thread[] threads = [.. scenarios.Select((scenario, i) => new Thread(() => stats[i] = run(scenario, stop)) { Name = scenario.ScenarioName })];
        foreach (var thread in threads) thread.Start();
        foreach (var thread in threads) thread.Join();
        return stats;
    }

    private static ScenarioStats Run(ScenarioProps scenario, ScenarioOperation operation, TimeSpan length, CancellationTokenSource stop)
    {
        var measurements = new Measurements();
        var info = new ScenarioInfo(scenario.ScenarioName, 0, Planned(scenario), operation);
        var duration = new Load(scenario, info, measurements, operation == ScenarioOperation.WarmUp ? null : scenario.SendLog, stop).Run(length);
        return measurements.ToStats(scenario.ScenarioName, duration);
    }

    private static TimeSpan Planned(ScenarioProps scenario) => TimeSpan.FromTicks(scenario.LoadSimulations.Sum(simulation => simulation.During.Ticks));

    // The package keeps its log beside its reports, also without reports. Unlike the package, this deletes nothing that is there.
    private static void Log(string folder, string line)
    {
        Directory.CreateDirectory(folder);
        var now = DateTime.UtcNow;
        File.AppendAllText(Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"nbomber-log-{now:yyyyMMdd}.txt")), string.Create(CultureInfo.InvariantCulture, $"{now:O} {line}\n"));
    }
}
