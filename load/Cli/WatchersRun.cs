using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using Dugout.Load.Watchers;

namespace Dugout.Load.Cli;

/// <summary>The options of a measurement of watchers.</summary>
/// <param name="Most">The greatest number of watchers.</param>
/// <param name="Seconds">Length of each trial.</param>
/// <param name="AppHost">The file with the addresses of the system; null looks in the checkout.</param>
internal sealed record WatchersOptions(int Most, int Seconds, string? AppHost);

/// <summary>Measures what open pages with a live map cost api-1 and the gateway during a rush, against the same rush without them, and how late the pages are.</summary>
internal sealed class WatchersRun(WatchersOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "watchers";

    private const int ChangesASecond = 50;
    private const int FansNeeded = 40;
    private const int DeltasASecond = 5;

    private static readonly int[] Sizes = [1_000, 5_000, 10_000];

    /// <summary>The gateway has two descriptors for a stream.</summary>
    private const int MostThroughTheGateway = 5_000;
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(2);

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part of it, is unavailable.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(options.AppHost);
        if (system.Contents.Resources is not { } resources || resources.GetValueOrDefault("api-1") is not { Url: { } api, Pid: { } apiProcess }
            || resources.GetValueOrDefault("gateway") is not { Pid: { } gatewayProcess })
            throw new NoSystemException($"{system.Source} names no api-1 or no gateway: watchers cannot be measured");
        using var shop = new ShopClient(api, context.Patience);
        using var front = new ShopClient(system.Gateway, context.Patience);
        await system.EnsureItIsOursAsync(front);
        var fans = new Fans(FansNeeded);
        await fans.SignInFirstAsync(shop, FansNeeded, context.Time);
        var season = await Season.FindAsync(shop, fans.Scout.Token, context.Time);
        var games = Season.Needed(await shop.GamesAsync(fans.Scout.Token, season.Months[^1], page => ResponseChecks.Games(page, season, season.Months[^1])));
        var game = games.Items.Last(listed => listed.OnSale(context.Time.GetUtcNow())).Id;
        var grade = Season.Needed(await shop.GradesAsync(fans.Scout.Token, game, ResponseChecks.Grades)).Items[^1];

        await PrintAsync($"{Name}: {ChangesASecond} changes a second of game {game} for {options.Seconds} s, {DeltasASecond} deltas a second; {DateTime.UtcNow:yyyy-MM-dd}");
        await PrintAsync($"machine: {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}; {Circumstances.Build(Circumstances.IsOptimized)}");
        Trial? last = null;
        foreach (var (name, server, process, sizes) in new (string, Uri, int, IEnumerable<int>)[]
        {
            ("api-1", api, apiProcess, Sizes),
            ("gateway", system.Gateway, gatewayProcess, Sizes.Where(size => size <= MostThroughTheGateway)),
        })
        {
            await PrintAsync($"\n{name,-10}{"watchers",10}{"CPU %",10}{"µs a delta",12}{"KB each",10}{"p50 ms",10}{"p99 ms",10}{"ended",8}");
            // Once for the compiler and for the memory that the first streams need.
            await MeasureAsync(server, process, Sizes[0]);
            var idle = await MeasureAsync(server, process, 0);
            await PrintAsync(idle.InWords(idle));
            foreach (var size in sizes.Where(size => size <= options.Most))
            {
                last = await MeasureAsync(server, process, size);
                await PrintAsync(last.InWords(idle));
            }
        }

        if (last is { BytesADelta: var bytes, Watchers: var count })
        {
            var send = await BareSends.MicrosecondsEachAsync(count, bytes);
            await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"\n{"bare send",-10}{count,10}{"",10}{send,12:0.0}   {bytes} bytes from one thread to each connection, with no server around"));
        }

        await PrintAsync($"\npackages: {Packages.InWords}");
        return ExitCode.Good;

        async Task<Trial> MeasureAsync(Uri server, int process, int watchers)
        {
            await using var page = Season.Needed(await (server == api ? shop : front).LiveSeatsAsync(game));
            var before = ProcessStatus.ResidentKilobytes(process);
            using var crowd = await Crowd.OpenAsync(server, game, watchers);
            await Task.Delay(Settle);
            var memory = ProcessStatus.ResidentKilobytes(process) - before;
            var rush = new Watchers.Rush(shop, [.. fans.SignedIn], page, game, grade);
            var (cpu, bytes) = (Processor.Microseconds(process), crowd.Bytes);
            await rush.RunAsync(ChangesASecond, TimeSpan.FromSeconds(options.Seconds));
            cpu = Processor.Microseconds(process) - cpu;
            bytes = (crowd.Bytes - bytes) / Math.Max(1, watchers * DeltasASecond * options.Seconds);
            return new(watchers, cpu / options.Seconds, memory, rush.Delays, crowd.Ended, (int)bytes);
        }
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);

    /// <summary>A trial: CPU in µs per second, growth of memory in KB.</summary>
    private sealed record Trial(int Watchers, double Cpu, double Kilobytes, Durations Delays, int Ended, int BytesADelta)
    {
        public string InWords(Trial idle)
        {
            var perDelta = Watchers == 0 ? "" : ((Cpu - idle.Cpu) / Watchers / DeltasASecond).ToString("0.0", CultureInfo.InvariantCulture);
            var each = Watchers == 0 ? "" : (Kilobytes / Watchers).ToString("0.0", CultureInfo.InvariantCulture);
            return string.Create(CultureInfo.InvariantCulture, $"{"",-10}{Watchers,10}{Cpu / 10_000,10:0.0}{perDelta,12}{each,10}{Delays.Percentile(50) / 1e3,10:0}{Delays.Percentile(99) / 1e3,10:0}{Ended,8}");
        }
    }
}
