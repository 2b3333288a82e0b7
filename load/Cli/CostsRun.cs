using System.Data.Common;
using System.Net;
using Dugout.Load.Checks;
using Dugout.Load.Client;
using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Scenarios;
using StackExchange.Redis;

namespace Dugout.Load.Cli;

/// <summary>The options of a measurement of costs.</summary>
/// <param name="Rounds">The number of trials of each variant.</param>
/// <param name="Requests">Requests per trial.</param>
/// <param name="Callers">The numbers of concurrent connections; each round measures with all of them.</param>
/// <param name="MaxCpu">The greatest use of the machine before the first request, in percent of all cores.</param>
/// <param name="AppHost">The file with the addresses of the system; null looks in the checkout.</param>
internal sealed record CostsOptions(int Rounds, int Requests, IReadOnlyList<int> Callers, int MaxCpu, string? AppHost);

/// <summary>Measures the cost of a request in each process, alternating with baselines, and compares it with the goals.</summary>
internal sealed class CostsRun(CostsOptions options, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "costs";

    /// <summary>So few callers wait for nothing but their own requests: their response times are latencies, those of more callers are queues.</summary>
    private const int CallersForLatency = 4;

    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(3);
    private static readonly string[] Reading = [Goals.Teams, Goals.Games, Goals.Game, Goals.Unchanged, Goals.Grades, Goals.Grade, Goals.Taken];

    private readonly Dictionary<int, List<Trial>> _trials = options.Callers.Append(CallersForLatency).Distinct().ToDictionary(callers => callers, _ => new List<Trial>());

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part that a measurement needs, is unavailable.</exception>
    /// <exception cref="UsageException">The machine is busier than allowed.</exception>
    public async Task<int> RunAsync()
    {
        var system = RunningSystem.Find(options.AppHost);
        if (system.Contents is not { Database.Bare: { } primary, Redis: { } redis, Resources: { } resources } || resources.GetValueOrDefault("api-1") is not { Url: { } api })
            throw new NoSystemException($"{system.Source} names no bare account, no Redis or no api-1: costs cannot be measured");
        try
        {
            using var shop = new ShopClient(system.Gateway, context.Patience);
            await system.EnsureItIsOursAsync(shop);
            var used = await MachineUse.ShareAsync(Look, context.Time) ?? 0;
            MachineUse.EnsureQuiet(used, options.MaxCpu);
            var fans = new Fans(Sale.FansNeeded);
            await fans.SignInFirstAsync(shop, Sale.FansNeeded, context.Time);
            var sale = await Sale.FindAsync(shop, [.. fans.SignedIn], options.Requests, context.Time);
            await using var baseline = await BaselineProcess.StartAsync(primary, redis);
            await using var meter = await Meter.OpenAsync(system.Contents, baseline);
            await PrintAsync($"{Name}: {options.Rounds} rounds of {options.Requests} requests by {string.Join(", ", options.Callers)} callers; api-1 of {system.Source} called directly");
            await PrintAsync($"machine: {Environment.ProcessorCount} cores, load {string.Join(' ', Circumstances.LoadAverages())}, {100 * used:0} % of its CPU used before; {DateTime.UtcNow:yyyy-MM-dd}");
            await PrintAsync($"database: {await SqlEngine.QueryAsync(system.Primary)}");
            await PrintAsync($"builds: API {Circumstances.Build(await meter.IsOptimizedAsync())}, baselines {Circumstances.Build(Circumstances.IsOptimized)}; traces {(system.Contents.Dashboard is null ? "off" : "on")}");
            await MeasureAsync(new Variants(sale, api, system.Gateway, baseline), meter, system.Primary);
        }
        catch (Exception wrong) when (wrong is NotMeasuredException or SignInException)
        {
            await context.Errors.WriteLineAsync($"load: {wrong.Message}");
            return ExitCode.SomethingFailed;
        }
        catch (Exception away) when (away is DbException or RedisException or System.Net.Sockets.SocketException or HttpRequestException)
        {
            throw new NoSystemException($"a part of the system is unavailable: {away.Message}");
        }

        foreach (var (callers, trials) in _trials.Where(one => options.Callers.Contains(one.Key)))
            await PrintAsync($"\n{CostTable.Idle(trials)}\n\n{callers} callers: per request, CPU in µs, medians of the rounds\n{CostTable.Of(trials)}\n{callers} callers: CPU relative to the baseline\n{CostTable.OfGoals(trials, callers)}");
        await PrintAsync($"\nmean response time in µs, by callers; medians of the rounds\n{CostTable.OfTimes(_trials)}");
        await PrintAsync($"packages: {Packages.InWords}");
        return ExitCode.Good;
    }

    /// <summary>One round that does not count, then the others, each with every number of callers.</summary>
    private async Task MeasureAsync(Variants variants, Meter meter, string checks)
    {
        var loops = _trials.Keys.ToDictionary(callers => callers, callers => new ClosedLoop(callers));
        var any = loops.Values.First();
        var tag = await any.TagAsync(variants.Sale.Read(variants.Api, Goals.Unchanged));
        var lengths = new Dictionary<string, int>();
        foreach (var step in Reading) lengths[step] = (await any.RunAsync([variants.Sale.Read(variants.Api, step)]))[0].Length;
        for (var round = 0; round <= options.Rounds; round++)
        {
            foreach (var callers in round % 2 == 0 ? loops.Keys : loops.Keys.Reverse())
                await RoundAsync(loops[callers], round % 2 == 0, round > 0 ? _trials[callers] : []);
            await PrintAsync(round > 0 ? $"round {round} of {options.Rounds} done" : "warmed up");
        }

        foreach (var loop in loops.Values) loop.Dispose();

        // The variants of a step in alternating order, so that none always follows the same neighbour.
        async Task RoundAsync(ClosedLoop loop, bool isForward, List<Trial> trials)
        {
            Kind[] Ordered(params Kind[] kinds) => isForward ? kinds : [.. kinds.Reverse()];
            await Task.Delay(IdleTime); // The worker has not yet processed the latest cancellations.
            trials.Add(await meter.IdleAsync(IdleTime));
            foreach (var step in Reading)
            {
                foreach (var kind in step == Goals.Unchanged ? Ordered(Kind.Shop, Kind.Baseline, Kind.Gateway) : Ordered(Kind.Shop, Kind.Baseline, Kind.Idiomatic, Kind.Gateway))
                    await TrialAsync(new Variant(step, kind), Enumerable.Repeat(variants.Read(step, kind, lengths[step], tag), options.Requests).ToArray());
            }

            var held = new Dictionary<Kind, byte[][]>();
            foreach (var kind in Ordered(Kind.Shop, Kind.Baseline, Kind.Gateway))
                held[kind] = await TrialAsync(new Variant(Goals.Hold, kind), variants.Hold(kind, options.Requests));
            foreach (var kind in Ordered(Kind.Shop, Kind.Baseline, Kind.Gateway))
                await TrialAsync(new Variant(Goals.Losing, kind), variants.LosingHold(kind, options.Requests));
            foreach (var kind in Ordered(Kind.Shop, Kind.Baseline, Kind.Insert, Kind.Gateway))
            {
                var bought = await TrialAsync(new Variant(Goals.Reserve, kind), variants.Reserve(kind, options.Requests, held));
                if (kind is not (Kind.Shop or Kind.Gateway)) continue;
                await loop.RunAsync(variants.Sale.Cancellations(variants.Of(kind), bought));
                await Outbox.EmptyAsync(checks);
            }

            async Task<byte[][]> TrialAsync(Variant variant, Request[] requests)
            {
                var (trial, bodies) = await meter.SendAsync(variant, requests, loop, checks);
                trials.Add(trial);
                return bodies;
            }
        }
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);

    /// <summary>The responders of the requests.</summary>
    private sealed record Variants(Sale Sale, Uri Api, Uri Gateway, BaselineProcess Baselines)
    {
        public Uri Of(Kind kind) => kind == Kind.Gateway ? Gateway : Api;

        public Request Read(string step, Kind kind, int length, string tag) => (kind, step) switch
        {
            (Kind.Baseline, Goals.Unchanged) => new Request(HttpMethod.Get, new Uri(Baselines.Kestrel, "unchanged"), HttpStatusCode.NotModified),
            (Kind.Baseline, Goals.Grades) => new Request(HttpMethod.Get, new Uri(Baselines.Kestrel, $"grades/{Sale.First.Game.Id}")),
            (Kind.Baseline, Goals.Taken) => new Request(HttpMethod.Get, new Uri(Baselines.Kestrel, $"taken/{Sale.First.Game.Id}/{Sale.First.Grade}")),
            (Kind.Baseline, _) => new Request(HttpMethod.Get, new Uri(Baselines.Kestrel, $"constant/{length}")),
            (Kind.Idiomatic, _) => Sale.ReadIdiomatic(Baselines.Idiomatic, step),
            (_, Goals.Unchanged) when Sale.Read(Of(kind), step) is var request => request with { Expected = HttpStatusCode.NotModified, Headers = [.. request.Headers, ("If-None-Match", tag)] },
            _ => Sale.Read(Of(kind), step),
        };

        public Request[] Hold(Kind kind, int count) => kind == Kind.Baseline ? Baseline("hold", count) : Sale.Holds(Of(kind), count, kind);

        public Request[] LosingHold(Kind kind, int count) => kind == Kind.Baseline ? Baseline("lose", count) : Sale.LosingHolds(Of(kind), count, kind);

        public Request[] Reserve(Kind kind, int count, Dictionary<Kind, byte[][]> held) => kind switch
        {
            Kind.Baseline => Baseline("reserve", count),
            Kind.Insert => Baseline("insert", count),
            _ => Sale.Reservations(Of(kind), held[kind]),
        };

        private Request[] Baseline(string what, int count) =>
            [.. Enumerable.Repeat(new Request(HttpMethod.Post, new Uri(Baselines.Kestrel, what)), count)];
    }
}
