using System.CommandLine;
using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Disturbances;
using Dugout.Load.Exits;
using Dugout.Load.FaultRounds;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using Dugout.Load.Trials;

namespace Dugout.Load.Cli;

/// <summary>The options of a campaign.</summary>
/// <param name="Kinds">The kinds of faults; none for all.</param>
/// <param name="Rounds">Rounds of each kind that the record must have in the end.</param>
/// <param name="Rate">Iterations started per second.</param>
/// <param name="Record">The file of the record; null for the default.</param>
internal sealed record FaultsOptions(IReadOnlyList<string> Kinds, int Rounds, int Rate, string? Record);

/// <summary>Kills and freezes one process after the other in the middle of a sale, and records after each round who noticed it, and whether anything was lost.</summary>
internal sealed class FaultsRun(FaultsOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "faults";

    private const int Seconds = 18;

    private readonly LabFolder _lab = new(context.Home);

    /// <summary>The command.</summary>
    public static Command Of(CommandContext context, string exitCodes)
    {
        var kinds = new Argument<string[]>("kinds") { Description = $"Kinds of faults; none for all: {string.Join(", ", FaultKind.All.Select(kind => kind.Name))}. Negative controls, which the checks must notice: {string.Join(", ", FaultKind.Controls.Select(kind => kind.Name))}.", Arity = ArgumentArity.ZeroOrMore };
        var rounds = Numbers.Whole("--rounds", 0, 1_000, 25, "Rounds of each kind that the record has in the end; those it has already are not repeated. 0 only prints the table (0..1000).");
        var rate = Numbers.Whole("--rate", 1, 1_000, RunOptions.UsualRate, "Iterations started per second (1..1000).");
        var record = new Option<string>("--record") { Description = "The file of the rounds, which are appended to it; default: faults.jsonl below .lab.", HelpName = "FILE" };
        var faults = new Command(Name, $"Kills, freezes and isolates processes of systems of its own in the middle of a sale, round by round. Continues an interrupted campaign.\n\n{exitCodes}") { kinds, rounds, rate, record };
        faults.SetAction((parsed, cancel) => new FaultsRun(
            new FaultsOptions(parsed.GetValue(kinds) ?? [], parsed.GetValue(rounds), parsed.GetValue(rate), parsed.GetValue(record)), context).RunAsync(cancel));
        return faults;
    }

    /// <summary>Runs the rounds that are missing, prints the table, and returns the exit code.</summary>
    /// <exception cref="UsageException">There is no such kind, or the record cannot be read.</exception>
    /// <exception cref="NoSystemException">A system did not start, or did not recover.</exception>
    /// <exception cref="SignInException">An account could not sign in.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var kinds = FaultKind.Find(options.Kinds);
        var record = new CampaignRecord(options.Record ?? Path.Combine(_lab.Records, $"{Name}.jsonl"));
        var done = (await record.ReadAsync()).ToLookup(round => round.Kind);
        var missing = kinds.Where(kind => done[kind.Name].Count() < options.Rounds && !kind.IsNoticed(done[kind.Name])).ToList();
        if (missing.Count > 0) RunningSystem.EnsureNoneRuns(context.Home);
        foreach (var system in missing.GroupBy(kind => kind.System)) await RunAsync([.. system], done, record, cancel);
        var rounds = (await record.ReadAsync()).Where(round => kinds.Any(kind => kind.Name == round.Kind)).ToList();
        await PrintAsync($"\n{CampaignTable.Of(rounds)}\npackages: {Packages.InWords}");
        return CampaignTable.HasDifferences(rounds) ? ExitCode.CheckFailed : CampaignTable.IsMet(rounds) ? ExitCode.Good : ExitCode.SomethingFailed;
    }

    /// <summary>The missing rounds of kinds of one system, in turns, so that what changes over a campaign changes for all alike.</summary>
    private async Task RunAsync(IReadOnlyList<FaultKind> kinds, ILookup<string, FaultRound> done, CampaignRecord record, CancellationToken cancel)
    {
        await using var system = await TrialSystem.StartAsync(kinds[0].System, _lab, cancel);
        var fans = new Fans(kinds[0].System.Fans);
        using (var shop = new ShopClient(system.Running.Gateway, context.Patience))
        {
            await fans.SignInFirstAsync(shop, fans.Count, context.Time, cancel);
        }

        // The first requests of a system compile its code and fill its caches.
        await SellAsync(system, fans, seed: 0, disturbance: null, cancel);
        for (var number = 1; number <= options.Rounds; number++)
        {
            foreach (var kind in kinds.Where(kind => done[kind.Name].Count() < number))
            {
                var round = await StrikeAsync(kind, number, system, fans, cancel);
                await record.AddAsync(round);
                await PrintAsync(string.Create(CultureInfo.InvariantCulture,
                    $"{kind.Name} {number}: {round.Victim}; {round.Acknowledged} acknowledged, {round.FailedRequests} failed within {round.Window:0.0} s, {round.Unknown} unknown{string.Concat(round.Differences.Select(difference => $"\n  DIFFERENCE {difference}"))}"));
                // What it has broken shows in every later round.
                if (kind.IsNoticed([round])) return;
            }
        }
    }

    private async Task<FaultRound> StrikeAsync(FaultKind kind, int number, TrialSystem system, Fans fans, CancellationToken cancel)
    {
        await system.SetAsync(kind.System.WeakSettings, cancel);
        var strike = kind.Strike(await kind.Victim.FindAsync(system.Running), system.IsolateAsync);
        // Other choices in every round of the campaign: the same fans would reach their limit of seats in a game.
        return FaultRound.Of(kind, await SellAsync(system, fans, (number * FaultKind.All.Count) + FaultKind.All.IndexOf(kind), strike, cancel));
    }

    private async Task<RunRecord> SellAsync(TrialSystem system, Fans fans, int seed, Disturbance? disturbance, CancellationToken cancel)
    {
        var folder = Path.Combine(_lab.Records, Name);
        if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        var run = new RunOptions
        {
            Scenario = Scenarios.Scenarios.All.Single(scenario => scenario.Name == Ticketing.Name),
            Rate = options.Rate,
            Seconds = Seconds,
            Disturbance = disturbance,
            Seed = seed,
            Out = folder,
            AppHost = system.Running.Source,
        };
        await new ScenarioRun(run, context with { Output = TextWriter.Null, Screen = null }, cancel, fans, () => system.RecoverAsync(cancel)).RunAsync();
        cancel.ThrowIfCancellationRequested();
        return RecordFile.Read(folder);
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
