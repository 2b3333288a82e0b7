using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using Dugout.Load.Waiting;

namespace Dugout.Load.Cli;

/// <summary>The options of a measurement of waiting fans.</summary>
/// <param name="Most">The greatest number of fans.</param>
/// <param name="Seconds">Length of each trial.</param>
/// <param name="Seed">Seed of the pauses.</param>
/// <param name="AppHost">The file with the addresses of the system; null looks in the checkout.</param>
internal sealed record WaitingOptions(int Most, int Seconds, int Seed, string? AppHost);

/// <summary>
/// Measures what fans in a waiting room cost the gateway, by their number and by the pauses between their polls, and forecasts the cost of more fans than one machine can simulate. The room's
/// document changes each second, as in a sale.
/// </summary>
internal sealed class WaitingRun(WaitingOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "waiting";

    private const int Forecast = 300_000;
    private const int AdmittedASecond = 100;
    private const int Seats = 20_000;
    private const int SeatsAFan = 2;

    /// <summary>Files that a process has open besides the connections of fans.</summary>
    private const int OtherFiles = 500;

    private static readonly int[] FarSizes = [1_000, 5_000, 10_000, 20_000];
    private static readonly int[] NearSizes = [1_000, 2_500, 5_000];

    private static readonly TimeSpan Near = TimeSpan.Zero;
    private static readonly TimeSpan OpensIn = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part of it, is unavailable.</exception>
    /// <exception cref="SignInException">The account could not sign in.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(options.AppHost);
        int[] replicas = [.. system.Contents.ApiProcesses().Select(replica => replica.Value)];
        if (system.Contents.Resources?.GetValueOrDefault("gateway") is not { Pid: { } gateway } || replicas.Length == 0)
            throw new NoSystemException($"{system.Source} names no gateway or no api-1: the cost of waiting fans cannot be measured");
        using var shop = new ShopClient(system.Gateway, context.Patience);
        await system.EnsureItIsOursAsync(shop);
        var @operator = await system.SignInOperatorAsync(shop);
        var fans = new Fans(1);
        await fans.SignInFirstAsync(shop, 1, context.Time);
        var files = Math.Min(ProcessStatus.OpenFiles(Environment.ProcessId), ProcessStatus.OpenFiles(gateway));
        var most = Math.Min(options.Most, files - OtherFiles);

        await PrintAsync($"{Name}: fans of one waiting room poll for {options.Seconds} s, seed {options.Seed}; {DateTime.UtcNow:yyyy-MM-dd}");
        await PrintAsync($"machine: {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}; {Circumstances.Build(Circumstances.IsOptimized)}; {replicas.Length} replicas");
        await PrintAsync($"open files: at most {files} a process, so at most {most} fans\n\n{CrowdTrial.Legend}\n\n{CrowdTrial.Heading}");
        var game = await MakeRoomAsync(shop, @operator, fans.Scout.Token);
        var request = new PollRequest(system.Gateway, game.Id, fans.Scout.Token);
        // Once for the compiler.
        await MeasureAsync(NearSizes[0], Near, WarmUp);
        var idle = await MeasureAsync(0, PagePolls.Far, TimeSpan.FromSeconds(options.Seconds));
        await PrintAsync(idle.InWords(idle));
        List<CrowdTrial> trials = [];
        foreach (var (size, left) in FarSizes.Select(size => (Math.Min(size, most), PagePolls.Far)).Concat(NearSizes.Select(size => (Math.Min(size, most), Near))).Distinct())
        {
            trials.Add(await MeasureAsync(size, left, TimeSpan.FromSeconds(options.Seconds)));
            await PrintAsync(trials[^1].InWords(idle, trials.TrueForAll(trial => trial == trials[^1] || trial.Fans < trials[^1].Fans)));
        }

        await game.CloseAsync(shop);
        var largest = trials.MaxBy(trial => trial.Fans)!;
        foreach (var line in InWords(new(CostFit.Of([.. trials.Select(trial => trial.Beyond(idle))]), largest.KilobytesAFan(idle), AdmittedASecond))) await PrintAsync(line);
        await PrintAsync($"\npackages: {Packages.InWords}");
        return trials.TrueForAll(trial => trial.Errors == 0 && trial.Ended == 0) ? ExitCode.Good : ExitCode.SomethingFailed;

        async Task<CrowdTrial> MeasureAsync(int size, TimeSpan left, TimeSpan length)
        {
            using var crowd = await Crowd.OpenAsync(system.Gateway, request, size, TimeProvider.System);
            await Task.Delay(Settle);
            var schedule = new PollSchedule(size, left, options.Seed);
            var (ofGateway, ofReplicas, clock) = (Processor.Microseconds(gateway), replicas.Sum(Processor.Microseconds), Stopwatch.StartNew());
            var counts = await crowd.RunAsync(schedule, length, TimeProvider.System);
            (ofGateway, ofReplicas) = (Processor.Microseconds(gateway) - ofGateway, replicas.Sum(Processor.Microseconds) - ofReplicas);
            var (seconds, memory) = (clock.Elapsed.TotalSeconds, ProcessStatus.ResidentKilobytes(gateway));
            await counts.WaitAsync(Patience);
            return new(size, PagePolls.MeanPause(left).TotalSeconds, seconds, ofGateway, ofReplicas, memory, counts, crowd.Ended);
        }
    }

    /// <summary>Makes a room in which one fan waits and none is admitted: its document changes each second, for as long as the measurement takes.</summary>
    private async Task<OpeningGame> MakeRoomAsync(ShopClient shop, string @operator, string fan)
    {
        var game = await OpeningGame.MakeAsync(shop, @operator, new OpeningOptions(), context.Time, OpensIn);
        Season.Needed(await shop.TakeTicketAsync(fan, game.Id));
        await game.PauseAsync(shop);
        while (Season.Needed(await shop.WaitingRoomAsync(game.Id)).State != "paused")
        {
            if (game.UntilOpening < -Patience) throw new NoSystemException($"the waiting room of game {game.Id} does not open");
            await Task.Delay(Settle);
        }

        return game;
    }

    private static IEnumerable<string> InWords(WaitingForecast forecast)
    {
        var (cost, each, core) = (forecast.Cost, forecast.MicrosecondsAFan(Forecast), forecast.FansOfACore());
        yield return Line($"\nfit: gateway CPU = {cost.MicrosecondsAFan:0.00} µs a fan and second + {cost.MicrosecondsAPoll:0.0} µs a poll; the measured costs differ from it by at most {100 * cost.WorstError:0} %");
        yield return Line($"\nforecast for {Forecast:N0} fans in one line for {Seats:N0} seats, {AdmittedASecond} admitted a second, each for {SeatsAFan} seats at most, so for {Seats / SeatsAFan / AdmittedASecond} s or longer:");
        yield return Line($"  {forecast.PollsASecond(Forecast):N0} polls a second, {forecast.Cores(Forecast):0.00} cores, {forecast.Gigabytes(Forecast):0.0} GB; in the first seconds after the opening {WaitingForecast.PollsAtTheOpening(Forecast):N0} polls a second, {forecast.CoresAtTheOpening(Forecast):0.0} cores");
        yield return $"  assumptions: a fan with k others ahead pauses k / {AdmittedASecond} / {PagePolls.LooksOnTheWay} s, at least {PagePolls.Shortest.TotalSeconds} s and at most {PagePolls.Longest.TotalSeconds} s; each fan has one connection, which stays open;";
        yield return "  cost and memory are linear in fans and polls, as fitted; loopback instead of a network, no TLS; kernel socket buffers are not counted; limits on connections and open files are raised";
        yield return Line($"goal ≤ {WaitingForecast.Goal} µs a fan and second: {(each <= WaitingForecast.Goal ? "met" : "missed")} ({each:0.0}); one core carries {core:N0} fans");
    }

    private static string Line(FormattableString line) => FormattableString.Invariant(line);

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
