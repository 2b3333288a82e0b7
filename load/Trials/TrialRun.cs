using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Trials;

/// <summary>Runs a trial: see <see cref="TurnRun.RunAsync"/>.</summary>
internal delegate Task<ArmTurn> TakeTurn(Arm arm, ArmLoad load, int block, int place, string folder, CancellationToken cancel);

/// <summary>One trial: a fresh system, a warm-up run that does not count, the measured run with its checks and its record, and the stop.</summary>
internal sealed class TurnRun(CommandContext around, LabFolder lab)
{
    /// <summary>Runs it.</summary>
    /// <param name="arm">The variant of the system.</param>
    /// <param name="load">Its load.</param>
    /// <param name="block">The block, from 1; 0 for the rehearsal. It seeds the choices of fans: the same for every variant of a block.</param>
    /// <param name="place">The trial's position in the block, from 1.</param>
    /// <param name="folder">The folder of the run's record.</param>
    /// <param name="cancel">Aborts it.</param>
    /// <exception cref="NoSystemException">The system did not start, or a part of it became unavailable.</exception>
    public async Task<ArmTurn> RunAsync(Arm arm, ArmLoad load, int block, int place, string folder, CancellationToken cancel)
    {
        await using var system = await ArmSystem.StartAsync(arm, lab, cancel);
        var unseen = around with { Output = TextWriter.Null, Screen = null };
        var options = load.Options(system.Running.Source, block) with { PushesMayBeLost = arm.LosesPushes };
        var warmUp = Path.Combine(folder, "warm-up");
        await new ScenarioRun(load.WarmUp(system.Running.Source, block) with { Out = warmUp, PushesMayBeLost = arm.LosesPushes }, unseen, cancel).RunAsync();
        cancel.ThrowIfCancellationRequested();
        var warmedUp = Read(warmUp);
        system.Slice(arm);
        await new ScenarioRun(options with { Out = folder, ApiCores = system.Caveat is null ? arm.ApiCores : null, FirstApiCores = system.Caveat is null ? arm.FirstApiCores : null }, unseen, cancel).RunAsync();
        cancel.ThrowIfCancellationRequested();
        var turn = Of(Read(folder));
        // The warm-up does not count for speed, but for consistency; and its writes must not count as a drift of the data.
        return turn with { Arm = arm.Name, Block = block, Place = place, Record = folder, Caveat = system.Caveat, Complaint = system.DoorsComplaint, RowsBefore = warmedUp.RowsBefore ?? turn.RowsBefore, Wrong = [.. Wrong(warmedUp).Select(wrong => $"in the warm-up: {wrong}"), .. turn.Wrong] };

        RunRecord Read(string run) => File.Exists(Path.Combine(run, RecordFile.Name)) ? RecordFile.Read(run) : throw new NoSystemException($"arm '{arm.Name}' has no run: its fans could not sign in");
    }

    /// <summary>The figures of a run's record that a comparison uses.</summary>
    public static ArmTurn Of(RunRecord record)
    {
        var (times, sent) = (new Generator.Histogram(), new Generator.Histogram());
        foreach (var ok in record.Steps.Select(step => step.Of(Outcome.Ok)).OfType<EndsRecord>())
        {
            times.Add(ok.Intended.Open());
            sent.Add(ok.Actual.Open());
        }

        return new ArmTurn
        {
            Arm = "",
            Block = 0,
            Place = 0,
            Record = "",
            Engine = record.Engine,
            Seconds = record.Seconds,
            Ok = Count(Outcome.Ok),
            Refused = Count(Outcome.Refused),
            Shed = Count(Outcome.Shed),
            Failed = Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault),
            P50 = times.Count == 0 ? 0 : times.Percentile(50) / 1_000.0,
            P95 = times.Count == 0 ? 0 : times.Percentile(95) / 1_000.0,
            P99 = times.Count == 0 ? 0 : times.Percentile(99) / 1_000.0,
            SentP99 = sent.Count == 0 ? 0 : sent.Percentile(99) / 1_000.0,
            CpuMicroseconds = record.ProcessorSeconds.ToDictionary(process => process.Key, process => process.Value * 1e6),
            Answered = record.Answered ?? new Dictionary<string, long>(),
            Statements = record.Statements ?? 0,
            PrimaryStatements = record.PrimaryStatements ?? 0,
            RowsRead = record.RowsRead ?? 0,
            EndByBeginning = SustainedThroughput.Of(record) ?? 0,
            Limit = Results.Limit.Of(record),
            WaitSeconds = record.Waits.Values.Sum(wait => wait.Seconds),
            UseSeconds = record.Waits.Values.Sum(wait => wait.UseSeconds),
            Found = record.Kept?.Values.Sum(kept => kept.Hits) ?? 0,
            LookedFor = record.Kept?.Values.Sum(kept => kept.Hits + kept.Misses) ?? 0,
            AfterPeak = record.Samples is null ? 0 : PeakDecay.Of(record.Flows.Series.Ok, record.Settings.Phases.Sum(phase => phase.Seconds)) ?? 0,
            Steady = record.Steady,
            Notices = record.Notices,
            MostNoticesWaiting = record.Samples?.Values.SelectMany(samples => samples).Select(sample => sample.NoticesWaiting).DefaultIfEmpty(0).Max() ?? 0,
            MostHeapMegabytes = record.Samples?.Values.SelectMany(samples => samples).Select(sample => sample.HeapMegabytes).DefaultIfEmpty(0).Max() ?? 0,
            Void = record.Void ?? (record.Samples is not null && record.Notices is not { Made: > 0 } ? "no notice was made, so there was nothing to push" : null),
            Wrong = Wrong(record),
        };

        long Count(params Outcome[] outcomes) => record.Steps.Sum(step => step.Count(outcomes));
    }

    /// <summary>The defects of a run: failed checks, each with its first difference, and failed response checks.</summary>
    private static string[] Wrong(RunRecord record) =>
    [
        .. record.Findings.Where(finding => finding.Differences.Count > 0).Select(finding => $"{finding.Sentence}: {finding.Differences[0]}"),
        .. record.Steps.Select(step => (step.Name, Count: step.Of(Outcome.Fault)?.Codes.GetValueOrDefault(ShopClient.WrongBody) ?? 0)).Where(step => step.Count > 0)
            .Select(step => $"{step.Count} answers to '{step.Name}' said something else than was asked for"),
    ];
}
