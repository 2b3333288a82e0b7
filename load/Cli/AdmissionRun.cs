using System.Globalization;
using Dugout.Load.Admission;
using Dugout.Load.Client;
using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Cli;

/// <summary>The options of a comparison of ways to admit fans.</summary>
/// <param name="Fans">Fans of each opening; half as many seats are on sale.</param>
/// <param name="Rounds">Openings of each way and load.</param>
/// <param name="AppHost">The file with the addresses of the system; null looks in the checkout.</param>
internal sealed record AdmissionOptions(int Fans, int Rounds, string? AppHost);

/// <summary>Opens sale after sale with the same fans, without a room and with rooms that admit in different ways, at loads that are multiples of what the shop can carry.</summary>
internal sealed class AdmissionRun(AdmissionOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "admission";

    private const double Goodput = 0.95;
    private const double Slowdown = 2;

    private static readonly int[] Factors = [1, 3, 10];

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part of it, is unavailable.</exception>
    /// <exception cref="SignInException">An account could not sign in.</exception>
    public async Task<int> RunAsync(CancellationToken abort)
    {
        var system = RunningSystem.Find(options.AppHost);
        using var shop = new ShopClient(system.Gateway, context.Patience);
        await system.EnsureItIsOursAsync(shop);
        var @operator = await system.SignInOperatorAsync(shop);
        var fans = new Fans(options.Fans);
        await fans.SignInFirstAsync(shop, options.Fans, context.Time, abort);
        var carried = await Capacity.FansPerSecondAsync(shop, @operator, fans.SignedIn);
        await PrintAsync($"{Name}: {options.Fans} fans for {options.Fans / 2} seats; {DateTime.UtcNow:yyyy-MM-dd}, {Circumstances.Build(Circumstances.IsOptimized)}, {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}");
        await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"the shop carries {carried:0.0} fans a second who look, hold and reserve, measured in this run\n\n{AdmissionRow.Heading}"));
        List<AdmissionRow> rows = [];
        for (var round = 1; round <= options.Rounds; round++)
        {
            foreach (var factor in Factors)
            {
                // In turns: what changes on the machine over the run changes for all alike.
                foreach (var mode in round % 2 == 1 ? AdmissionMode.All : AdmissionMode.All.Reverse())
                {
                    rows.Add(await OpenAsync(mode, factor, round, carried, fans, abort));
                    await PrintAsync($"{rows[^1]}");
                }
            }
        }

        await PrintAsync("");
        foreach (var line in Goals(rows)) await PrintAsync(line);
        await PrintAsync($"\npackages: {Packages.InWords}");
        return rows.All(row => row.Passed) ? ExitCode.Good : ExitCode.CheckFailed;
    }

    private async Task<AdmissionRow> OpenAsync(AdmissionMode mode, int factor, int round, double carried, Fans fans, CancellationToken abort)
    {
        var (seconds, folder) = (Math.Max(1, (int)Math.Round(options.Fans / (factor * carried))), Path.Combine(context.Home, ".lab", $"{Name}-{factor}x-{mode.Name.Replace(", ", "-", StringComparison.Ordinal).Replace(' ', '-')}-{round}"));
        var run = new RunOptions
        {
            Scenario = Scenarios.Scenarios.All.Single(kind => kind.IsOpening),
            Rate = options.Fans / seconds,
            Seconds = seconds,
            Opening = mode.Room(carried) with { Seats = options.Fans / 2 },
            Seed = round,
            Out = folder,
            AppHost = options.AppHost,
        };
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        await new ScenarioRun(run, context with { Output = TextWriter.Null, Screen = null }, abort, fans).RunAsync();
        abort.ThrowIfCancellationRequested();
        return new(mode.Name, factor, RecordFile.Read(folder));
    }

    /// <summary>The closed loop against a rate set with knowledge of what the shop carries.</summary>
    private static IEnumerable<string> Goals(List<AdmissionRow> rows)
    {
        var quiet = Cost.Median(rows.Where(row => row is { Mode: "fixed, half", Factor: 1 }).Select(row => row.SlowestP99));
        foreach (var factor in Factors)
        {
            var best = rows.Where(row => row.Factor == factor && row.Mode.StartsWith("fixed", StringComparison.Ordinal)).GroupBy(row => row.Mode).Max(mode => Cost.Median(mode.Select(row => row.Goodput)));
            var closed = rows.Where(row => row.Factor == factor && row.Mode == "closed loop").ToList();
            var (goodput, p99, failed) = (Cost.Median(closed.Select(row => row.Goodput)) / best, Cost.Median(closed.Select(row => row.SlowestP99)) / quiet, closed.Sum(row => row.Failed));
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{factor}x: the closed loop sells {goodput:0.00} of the best fixed rate ({(goodput >= Goodput ? "reached" : "missed")}: {Goodput:0.00}), p99 {p99:0.0} of a quiet one ({(p99 <= Slowdown ? "reached" : "missed")}: {Slowdown:0}), {failed} requests of admitted fans failed ({(failed == 0 ? "reached" : "missed")}: 0)");
        }
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
