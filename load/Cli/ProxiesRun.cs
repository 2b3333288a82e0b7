using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Proxies;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The options of a measurement of proxies.</summary>
/// <param name="Rounds">Rounds; each sends the requests through every front door.</param>
/// <param name="Requests">Requests of each front door and round.</param>
/// <param name="Callers">Concurrent connections.</param>
/// <param name="AppHost">The file with the addresses of the system; null looks in the checkout.</param>
internal sealed record ProxiesOptions(int Rounds, int Requests, int Callers, string? AppHost);

/// <summary>Measures what a forwarded request costs the gateway, nginx, and the gateway with other settings, in turns on one system.</summary>
internal sealed class ProxiesRun(ProxiesOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "proxies";

    /// <summary>The greatest cost of a forwarded request, relative to nginx'.</summary>
    private const double Most = 1.3;

    /// <summary>Rounds that don't count: programs compile their code while it runs.</summary>
    private const int WarmUps = 6;

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part of it, is unavailable.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var system = RunningSystem.Find(options.AppHost);
        var folder = Path.Combine(new LabFolder(context.Home).Records, string.Create(CultureInfo.InvariantCulture, $"proxies-{Environment.ProcessId}"));
        try
        {
            await using var doors = await FrontDoors.OpenAsync(system, folder, cancel);
            await PrintAsync($"{Name}: {options.Rounds} rounds of {options.Requests} requests through each by {options.Callers} callers, all forwarded to api-1 of {system.Source}");
            await PrintAsync($"machine: {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}; {context.Time.GetUtcNow():yyyy-MM-dd}; {Circumstances.Build(Circumstances.IsOptimized)}; traces {(system.Contents.Dashboard is null ? "off" : "on")}");
            var api = system.Contents.Resources!["api-1"].Pid!.Value;
            using var loop = new ClosedLoop(options.Callers);
            var costs = doors.All.ToDictionary(door => door, _ => new List<(double Proxy, double Api)>());
            for (var round = 1; round <= WarmUps + options.Rounds; round++)
            {
                foreach (var door in round % 2 == 0 ? doors.All : Enumerable.Reverse(doors.All))
                {
                    var cost = await MeasureAsync(door);
                    if (round > WarmUps) costs[door].Add(cost);
                }
            }

            return await ReportAsync(costs);

            async Task<(double Proxy, double Api)> MeasureAsync(FrontDoor door)
            {
                var requests = Enumerable.Repeat(new Request(HttpMethod.Get, new Uri(door.Address, "api/teams")), options.Requests).ToList();
                var (proxy, replica) = (door.Microseconds(), Processor.Microseconds(api));
                await loop.RunAsync(requests);
                return ((door.Microseconds() - proxy) / options.Requests, (Processor.Microseconds(api) - replica) / options.Requests);
            }
        }
        catch (NotMeasuredException wrong)
        {
            await context.Errors.WriteLineAsync($"load: {wrong.Message}");
            return ExitCode.SomethingFailed;
        }
        finally
        {
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
    }

    private async Task<int> ReportAsync(Dictionary<FrontDoor, List<(double Proxy, double Api)>> costs)
    {
        var nginx = costs.Single(door => door.Key.Name == FrontDoors.Nginx).Value;
        await PrintAsync($"\nCPU in µs a request, medians of the rounds\n{"",-26}{"proxy",10}{"from",10}{"to",10}{"api-1",10}{"to nginx",10}{"from",10}{"to",10}");
        foreach (var (door, rounds) in costs)
        {
            double[] ratios = [.. rounds.Zip(nginx, (one, other) => one.Proxy / other.Proxy)];
            await PrintAsync(string.Create(
                CultureInfo.InvariantCulture,
                $"{door.Name,-26}{Cost.Median(rounds.Select(round => round.Proxy)),10:0.0}{rounds.Min(round => round.Proxy),10:0.0}{rounds.Max(round => round.Proxy),10:0.0}{Cost.Median(rounds.Select(round => round.Api)),10:0.0}{Cost.Median(ratios),10:0.00}{ratios.Min(),10:0.00}{ratios.Max(),10:0.00}"));
        }

        var ratio = Cost.Median(costs.Single(door => door.Key.Name == FrontDoors.Gateway).Value.Zip(nginx, (one, other) => one.Proxy / other.Proxy));
        await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"\ngateway relative to nginx: {ratio:0.00}, goal {Most:0.0}: {(ratio <= Most ? "met" : "missed")}\n\npackages: {Packages.InWords}"));
        return ratio <= Most ? ExitCode.Good : ExitCode.SomethingFailed;
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
