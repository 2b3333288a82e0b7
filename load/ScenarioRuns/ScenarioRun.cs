using System.Data.Common;
using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.Scenarios;
using NBomber.CSharp;

namespace Dugout.Load.ScenarioRuns;

/// <summary>One run from beginning to verdict: find the system, prepare, run the load, print the console summary, check, write the record.</summary>
/// <param name="options">The options.</param>
/// <param name="context">The program's environment.</param>
/// <param name="abort">Cancelling it aborts the run.</param>
/// <param name="signedIn">The accounts, where they have signed in before; null signs them in.</param>
/// <param name="recovered">Completes when the system has recovered from a disturbance, so that it can be checked; null where it need not.</param>
internal sealed class ScenarioRun(RunOptions options, CommandContext context, CancellationToken abort, Fans? signedIn = null, Func<Task>? recovered = null)
{
    /// <summary>Longer than a request and its retries may take.</summary>
    private static readonly TimeSpan LongestStop = TimeSpan.FromSeconds(45);

    private readonly Tally _tally = new();
    private readonly FailureLog _failures = new();
    private readonly int _seed = options.Seed ?? Random.Shared.Next();

    /// <summary>Runs and returns the exit code.</summary>
    /// <exception cref="NoSystemException">The system, or a part that a run needs, is unavailable, or the record cannot be written.</exception>
    /// <exception cref="UsageException">There are fewer accounts than requested, or the load is too short for its shape.</exception>
    public async Task<int> RunAsync()
    {
        var phases = options.Phases;
        var system = RunningSystem.Find(options.AppHost);
        using var shop = new ShopClient(system.Gateway, options.Scenario.Patience ?? context.Patience) { Finished = _failures.Add };
        await system.EnsureItIsOursAsync(shop);
        var records = context.OpenRecords(system.Primary);
        var fans = signedIn ?? await FansAsync(records);
        var folder = RecordFile.Prepare(options.Out, context.Home, options.Name, DateTimeOffset.UtcNow);
        await PrintAsync($"{options.Scenario.Name}: {options.Load} for {options.Seconds} s at {system.Gateway}");
        try
        {
            if (signedIn is null) await SignInAsync(shop, fans);
        }
        catch (SignInException error)
        {
            await context.Errors.WriteLineAsync($"load: {error.Message}");
            return ExitCode.SomethingFailed;
        }

        var rows = await InReachAsync(records.CountRowsAsync);
        var engine = await InReachAsync(records.EngineAsync);
        await PrintAsync($"database: {engine}; rows before: {Drift.InWords(rows)}");
        var since = await InReachAsync(records.NowAsync);
        using var stopping = CancellationTokenSource.CreateLinkedTokenSource(abort);
        await using var watched = new WatchedGames();
        var lab = new Lab
        {
            Shop = shop,
            Options = options,
            Fans = fans,
            Season = options.Scenario.NeedsSeason ? await Season.FindAsync(shop, fans.Scout.Token, context.Time) : null,
            Recorder = new Recorder(TimeSpan.FromSeconds(options.Seconds)),
            Sends = new Sends(),
            HistoryRecorder = new HistoryRecorder(context.Time),
            Watched = watched,
            Coupons = new CouponLog(),
            Writings = new WritingLog(),
            Devices = new DeviceLog(TimeProvider.System),
            SignInOperatorAsync = () => system.SignInOperatorAsync(shop),
            Tally = _tally,
            Seed = _seed,
            Time = context.Time,
            Aborted = stopping.Token,
        };
        using var partner = new PushPartner(system.Contents);
        if (options.PushMilliseconds is { } thinking) await partner.SetDelayAsync(thinking);
        var notices = new NoticeCheck(records, partner.PushedAsync);
        var tracksNotices = options.Scenario.HasDevices && await notices.BeginAsync();
        var scenario = options.Scenario.Create();
        var record = (await MeasureAsync(scenario, lab, system, phases, stopping)) with { RowsBefore = rows, Engine = engine };
        if (recovered is not null) await recovered();
        var opening = await scenario.EndAsync(lab);
        record = record with { Opening = opening?.Record };
        await PrintAsync(ConsoleSummary.Measured(record));

        // The measurement is over: remove the delay, so that the remaining pushes are sent soon.
        if (options.PushMilliseconds is not null) await partner.SetDelayAsync(0);
        IReadOnlyList<Finding> pushed = [];
        Verdict verdict;
        try
        {
            if (tracksNotices) (record, pushed) = await WaitForNoticesAsync(record, notices, lab.Devices, since);
            verdict = await InReachAsync(() => new SaleCheck(records, shop, fans.Scout.Token).RunAsync(lab.HistoryRecorder, since, new Terms(), lab.Coupons, lab.Writings));
            if (await InReachAsync(() => watched.CheckAsync(records)) is { } shown) verdict = verdict with { Findings = [.. verdict.Findings, shown] };
        }
        catch (NoSystemException)
        {
            // There is no record and no page then that names them.
            await PrintAsync(ConsoleSummary.Closing(record, _tally.Failures));
            throw;
        }

        verdict = verdict with { Findings = [.. verdict.Findings, .. pushed, .. opening?.Findings ?? []] };
        var failed = ConsoleSummary.Failed(record);
        record = record with
        {
            Findings = [.. verdict.Findings.Select(finding => new FindingRecord(finding.Sentence, finding.Differences))],
            ExitCode = !verdict.Passed ? ExitCode.CheckFailed : record.Partial ? ExitCode.Aborted
                : failed > 0 || record.Void is not null || record.Steady?.Violation is not null ? ExitCode.SomethingFailed : ExitCode.Good,
        };
        await PrintAsync(ConsoleSummary.Checked(record, verdict.Notes));
        var file = RecordFile.Write(folder, record);
        var page = RecordFile.WriteBeside(folder, Page.FileName, await Page.OfAsync(record));
        await PrintAsync($"record: {Path.GetRelativePath(Directory.GetCurrentDirectory(), file)}, page: {Path.GetRelativePath(Directory.GetCurrentDirectory(), page)}");
        await PrintAsync(ConsoleSummary.Closing(record, _tally.Failures));
        await PrintAsync($"result: {RunSummary.InWords(record, verdict.Passed, failed)} - packages: {Packages.InWords}");
        return record.ExitCode;
    }

    /// <summary>The record with the delivery of the notices, and the checks of it.</summary>
    private async Task<(RunRecord Record, IReadOnlyList<Finding> Findings)> WaitForNoticesAsync(RunRecord record, NoticeCheck notices, DeviceLog devices, DateTime since)
    {
        var (result, seconds) = await InReachAsync(() => notices.RunAsync(devices.Read(), since, abort));
        var delivery = new NoticesRecord(result.Devices, result.Made, result.Pushed, result.Missing.Count, result.Twice.Count, seconds, options.PushesMayBeLost);
        await PrintAsync($"notices: {delivery.InWords}");
        return (record with { Notices = delivery }, [.. result.Findings(options.PushesMayBeLost)]);
    }

    private async Task<Fans> FansAsync(ISaleRecords records)
    {
        var available = await InReachAsync(records.CountFansAsync);
        if (available == 0) throw new NoSystemException("the system has no seeded accounts");
        if (options.Accounts > available) throw new UsageException($"--accounts {options.Accounts} is more than the {available} accounts the system has");
        var starts = options.Scenario.IsOpening ? PhaseRecord.Starts(options.Phases) : 0;
        if (starts > (options.Accounts ?? available)) throw new UsageException($"{starts} fans take part, each once, and there are {options.Accounts ?? available} accounts");
        var count = options.Accounts ?? (starts > 0 ? starts : Fans.Sensible(options.Callers ?? options.Rate, available));
        return new Fans(count, options.Scenario.FromTheEnd ? available - count + 1 : 1, options.SignInEach);
    }

    private async Task SignInAsync(ShopClient shop, Fans fans)
    {
        var begun = Stopwatch.GetTimestamp();
        var howMany = options.SignInEach || options.Scenario.SignsInNoAccountBefore ? 1 : fans.Count;
        await fans.SignInFirstAsync(shop, howMany, context.Time, abort);
        await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"signed in {howMany} of {fans.Count} accounts in {Stopwatch.GetElapsedTime(begun).TotalSeconds:0.0} s"));
    }

    /// <summary>Runs the load, and summarizes it; the results of the checks are not included yet.</summary>
    private async Task<RunRecord> MeasureAsync(IScenario scenario, Lab lab, RunningSystem system, IReadOnlyList<PhaseRecord> phases, CancellationTokenSource stopping)
    {
        await scenario.PrepareAsync(lab);
        var before = Circumstances.LoadAverages();
        using var replicas = new ReplicaUse(system.Contents);
        await using var statements = options.CountsStatements ? await Statements.OpenAsync(system.Contents) : null;
        var statementsBefore = statements is null ? default : await statements.CountAsync();
        var usage = new Usage(system.Contents);
        var throttling = options.ApiCores is null ? null : new CpuThrottling(system.Contents.ApiProcesses());
        // Begins with the first measured iteration, not with the warm-up.
        lab.Recorder.Began = () =>
        {
            usage.Begin();
            throttling?.Begin();
            replicas.Begin();
        };
        using var ended = new CancellationTokenSource();
        using var samples = options.Scenario.HasDevices ? new ReplicaSamples(system.Contents) : null;
        var sampling = samples?.RunAsync(lab.Recorder, ended.Token);
        var progress = context.WatchAsync(lab, ended.Token);
        var disturbing = options.Disturbance?.RunAsync(system.Contents, lab.Recorder, ended.Token);
        var (processors, throttled, elapsed, counted, (waits, caches)) = await EndOfLoad.ReadAsync(lab.Recorder, StartAsync(scenario, lab, phases, stopping), async () => (
            usage.Seconds(), throttling?.Throttled(), lab.Recorder.Elapsed,
            statements is null ? (Counted?)null : (await statements.CountAsync()).Since(statementsBefore),
            await replicas.ReadAsync()));
        await ended.CancelAsync();
        await progress;
        var disturbed = disturbing is null ? null : await disturbing;
        var sampled = sampling is null ? null : await sampling;
        var sum = RunSummary.Of(options, abort.IsCancellationRequested, lab, system, phases, elapsed);
        return sum with
        {
            Samples = sampled,
            Steady = options.Scenario.HasDevices ? SteadyRecord.Of(sum.Iterations.Series.Ok, options.Seconds) : null,
            ProcessorSeconds = processors,
            Throttled = throttled,
            Statements = counted?.All,
            PrimaryStatements = counted?.Primary,
            RowsRead = counted?.Rows,
            Waits = waits,
            Cache = caches,
            Disturbed = disturbed,
            FailedRequests = _failures.Read(lab.Recorder),
            Machine = Circumstances.Machine(before),
        };
    }

    /// <summary>Starts iterations and waits until all have ended. The warm-up is a session of its own: NBomber would go on with the load after a stop during its own
    /// warm-up.</summary>
    private async Task StartAsync(IScenario scenario, Lab lab, IReadOnlyList<PhaseRecord> phases, CancellationTokenSource stopping)
    {
        if (options.WarmUpSeconds > 0)
            await NBomberSession.RunAsync(new Sends().Watch(Scenarios.Scenarios.Of(scenario, lab, isWarmUp: true)).WithLoadSimulations(Shape.Simulations(Shape.Beginning(phases, options.WarmUpSeconds))));
        if (!abort.IsCancellationRequested)
            await NBomberSession.RunAsync(lab.Sends.Watch(Scenarios.Scenarios.Of(scenario, lab, isWarmUp: false)).WithLoadSimulations(Shape.Simulations(phases)));
        await AllEndedAsync(lab.Recorder.Flight, stopping);
    }

    /// <summary>The generator leaves iterations running a minute after the last start. The check must wait for them: they would go on buying.</summary>
    private static async Task AllEndedAsync(Flight flight, CancellationTokenSource stopping)
    {
        if (flight.Now == 0) return;
        await stopping.CancelAsync();
        for (var since = Stopwatch.StartNew(); flight.Now > 0 && since.Elapsed < LongestStop;) await Task.Delay(50, CancellationToken.None);
    }

    private async Task PrintAsync(IEnumerable<string> lines)
    {
        foreach (var line in lines) await PrintAsync(line);
    }

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);

    private static async Task<T> InReachAsync<T>(Func<Task<T>> read)
    {
        try
        {
            return await read();
        }
        catch (Exception away) when (away is DbException or ArgumentException or InvalidOperationException or IOException or TimeoutException or System.Net.Sockets.SocketException)
        {
            throw new NoSystemException($"the primary database is unavailable to the checks: {away.Message}");
        }
    }
}
