using System.Data.Common;
using Dugout.Infrastructure.Run;
using Dugout.Load.Client;
using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.Growth;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The options of a measurement of growth.</summary>
/// <param name="Series">The series; null for all.</param>
/// <param name="Rounds">Rounds at each point.</param>
/// <param name="Flows">Flows in each round.</param>
internal sealed record GrowthOptions(string? Series, int Rounds, int Flows);

/// <summary>Measures how the cost of a flow grows with callers, replicas and data, on systems of its own.</summary>
internal sealed class GrowthRun(GrowthOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "growth";

    private readonly LabFolder _lab = new(context.Home);

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start, or a part of it became unavailable.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var chosen = GrowthSeries.All.Where(series => options.Series is null || series.Name == options.Series).ToList();
        if (chosen.Count == 0) throw new UsageException($"there is no series '{options.Series}'; available: {string.Join(", ", GrowthSeries.All.Select(series => series.Name))}");
        RunningSystem.EnsureNoneRuns(context.Home);
        await PrintAsync($"{Name}: steps 2 to 9 through the gateway, {options.Rounds} rounds of {options.Flows} flows at each point, by 32 callers where not said; median CPU in µs a flow");
        await PrintAsync($"machine: {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}; {context.Time.GetUtcNow():yyyy-MM-dd}; {Circumstances.Build(Circumstances.IsOptimized)}; commit {Circumstances.Commit(Circumstances.Checkout)?.Hash ?? "unknown"}");
        var isMet = true;
        foreach (var series in chosen)
        {
            var results = new List<GrowthResult>();
            try
            {
                foreach (var system in series.Points.GroupBy(point => point.System)) results.AddRange(await MeasureAsync([.. system], cancel));
            }
            catch (Exception wrong) when (wrong is NotMeasuredException or SignInException)
            {
                await context.Errors.WriteLineAsync($"load: {wrong.Message}");
                return ExitCode.SomethingFailed;
            }
            catch (DbException away)
            {
                throw new NoSystemException($"a part of the system is unavailable: {away.Message}");
            }

            await PrintAsync($"\n{GrowthTable.Of(series, results)}".TrimEnd());
            isMet &= GrowthTable.IsMet(series, results);
        }

        await PrintAsync($"\npackages: {Packages.InWords}");
        return isMet ? ExitCode.Good : ExitCode.SomethingFailed;
    }

    /// <summary>Measures the points of one system.</summary>
    private async Task<List<GrowthResult>> MeasureAsync(IReadOnlyList<GrowthPoint> points, CancellationToken cancel)
    {
        await using var system = await TrialSystem.StartAsync(points[0].System with { GatewayCaches = true }, _lab, cancel);
        var rows = await GrowthData.AddAsync(await system.ConnectionStringAsync(DatabaseAccount.Migrator, cancel), points[0].Rows, cancel);
        var costs = new FlowCosts(system.Running, context.Time);
        var results = new List<GrowthResult>();
        foreach (var point in points)
        {
            cancel.ThrowIfCancellationRequested();
            results.Add(new(point, rows, await costs.MeasureAsync(point.Callers, options.Flows, options.Rounds)));
        }

        return results;
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
