using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Trials;

/// <summary>Runs a trial: see <see cref="TrialRun.RunAsync"/>.</summary>
internal delegate Task<Trial> RunTrial(Variant variant, VariantLoad load, int block, int position, string folder, CancellationToken cancel);

/// <summary>One trial: a fresh system, a warm-up run that does not count, the measured run with its checks and its record, and the stop.</summary>
internal sealed class TrialRun(CommandContext context, LabFolder lab)
{
    /// <summary>Runs it.</summary>
    /// <param name="variant">The variant of the system.</param>
    /// <param name="load">Its load.</param>
    /// <param name="block">The block, from 1; 0 for the rehearsal. It seeds the choices of fans: the same for every variant of a block.</param>
    /// <param name="position">The trial's position in the block, from 1.</param>
    /// <param name="folder">The folder of the run's record.</param>
    /// <param name="cancel">Aborts it.</param>
    /// <exception cref="NoSystemException">The system did not start, or a part of it became unavailable.</exception>
    public async Task<Trial> RunAsync(Variant variant, VariantLoad load, int block, int position, string folder, CancellationToken cancel)
    {
        await using var system = await TrialSystem.StartAsync(variant, lab, cancel);
        var unseen = context with { Output = TextWriter.Null, Screen = null };
        var options = load.Options(system.Running.Source, block) with { PushesMayBeLost = variant.LosesPushes };
        var warmUp = Path.Combine(folder, "warm-up");
        await new ScenarioRun(load.WarmUp(system.Running.Source, block) with { Out = warmUp, PushesMayBeLost = variant.LosesPushes }, unseen, cancel).RunAsync();
        cancel.ThrowIfCancellationRequested();
        var warmedUp = Read(warmUp);
        system.LimitCpu(variant);
        await new ScenarioRun(options with { Out = folder, ApiCores = system.Caveat is null ? variant.ApiCores : null, FirstApiCores = system.Caveat is null ? variant.FirstApiCores : null }, unseen, cancel).RunAsync();
        cancel.ThrowIfCancellationRequested();
        var trial = Of(Read(folder));
        // The warm-up does not count for speed, but for consistency; and its writes must not count as a drift of the data.
        return trial with { Variant = variant.Name, Block = block, Position = position, Record = folder, Caveat = system.Caveat, ProxyErrors = system.ProxyErrors, RowsBefore = warmedUp.RowsBefore ?? trial.RowsBefore, Violations = [.. Violations(warmedUp).Select(wrong => $"in the warm-up: {wrong}"), .. trial.Violations] };

        RunRecord Read(string run) => File.Exists(Path.Combine(run, RecordFile.Name)) ? RecordFile.Read(run) : throw new NoSystemException($"variant '{variant.Name}' has no run: its fans could not sign in");
    }

    /// <summary>The figures of a run's record that a comparison uses.</summary>
    public static Trial Of(RunRecord record)
    {
        var (times, sent) = (new Durations(), new Durations());
        foreach (var ok in record.Steps.Select(step => step.Of(Outcome.Ok)).OfType<EndsRecord>())
        {
            times.Add(ok.Intended);
            sent.Add(ok.Actual);
        }

        return new Trial
        {
            Variant = "",
            Block = 0,
            Position = 0,
            Record = "",
            Engine = record.Engine,
            Seconds = record.Seconds,
            LoadSeconds = record.LoadSeconds,
            Ok = Count(Outcome.Ok),
            OkAfterLoad = record.Steps.Sum(step => step.Series.Ok.Skip(record.LoadSeconds).Sum(count => (long)count)),
            Rejected = Count(Outcome.Rejected),
            Shed = Count(Outcome.Shed),
            Failed = Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault),
            P50 = times.TotalCount == 0 ? 0 : times.Percentile(50) / 1_000.0,
            P95 = times.TotalCount == 0 ? 0 : times.Percentile(95) / 1_000.0,
            P99 = times.TotalCount == 0 ? 0 : times.Percentile(99) / 1_000.0,
            SentP99 = sent.TotalCount == 0 ? 0 : sent.Percentile(99) / 1_000.0,
            CpuMicroseconds = record.ProcessorSeconds.ToDictionary(process => process.Key, process => process.Value * 1e6),
            ResponsesByReplica = record.ResponsesByReplica ?? new Dictionary<string, long>(),
            Statements = record.Statements ?? 0,
            PrimaryStatements = record.PrimaryStatements ?? 0,
            RowsRead = record.RowsRead ?? 0,
            SustainedThroughput = SustainedThroughput.Of(record) ?? 0,
            Limit = Results.Limit.Of(record),
            WaitSeconds = record.Waits.Values.Sum(wait => wait.Seconds),
            UseSeconds = record.Waits.Values.Sum(wait => wait.UseSeconds),
            CacheHits = record.Cache?.Values.Sum(cache => cache.Hits) ?? 0,
            CacheLookups = record.Cache?.Values.Sum(cache => cache.Hits + cache.Misses) ?? 0,
            AfterPeak = record.Samples is null ? 0 : PeakDecay.Of(record.Iterations.Series.Ok, record.LoadSeconds) ?? 0,
            Steady = record.Steady,
            Notices = record.Notices,
            MostNoticesWaiting = record.Samples?.Values.SelectMany(samples => samples).Select(sample => sample.NoticesWaiting).DefaultIfEmpty(0).Max() ?? 0,
            MostHeapMegabytes = record.Samples?.Values.SelectMany(samples => samples).Select(sample => sample.HeapMegabytes).DefaultIfEmpty(0).Max() ?? 0,
            Void = record.Void ?? (record.Samples is not null && record.Notices is not { Made: > 0 } ? "no notice was created, so there was nothing to push" : null),
            Violations = Violations(record),
        };

        long Count(params Outcome[] outcomes) => record.Steps.Sum(step => step.Count(outcomes));
    }

    /// <summary>The defects of a run: failed checks, each with its first difference, and failed response checks.</summary>
    private static string[] Violations(RunRecord record) =>
    [
        .. record.Findings.Where(finding => !finding.Passed).Select(finding => $"{finding.Sentence}: {finding.Differences[0]}"),
        .. record.Steps.Select(step => (step.Name, Count: step.Of(Outcome.Fault)?.Codes.GetValueOrDefault(ShopClient.WrongBody) ?? 0)).Where(step => step.Count > 0)
            .Select(step => $"{step.Count} responses to '{step.Name}' had a wrong body"),
    ];
}
