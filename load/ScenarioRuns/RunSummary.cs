using Dugout.Load.Checks.Histories;
using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Load.Scenarios;

namespace Dugout.Load.ScenarioRuns;

/// <summary>What a run has measured, as a record.</summary>
internal static class RunSummary
{
    /// <summary>The record of a run that has just ended, without the findings of its checks.</summary>
    public static RunRecord Of(RunOptions options, bool isAborted, Lab lab, RunningSystem system, IReadOnlyList<PhaseRecord> phases, TimeSpan elapsed)
    {
        var history = lab.HistoryRecorder.Read();
        var law = lab.Recorder.Law();
        var sends = lab.Sends.Seconds;
        var writings = lab.Writings.Read();
        return new RunRecord
        {
            Version = RunRecord.CurrentVersion,
            Scenario = options.Scenario.Name,
            BeganAt = DateTimeOffset.UtcNow - lab.Recorder.Elapsed,
            Partial = isAborted,
            Void = law.Violation(options.Callers, lab.Recorder.Planned),
            Settings = new SettingsRecord(
                options.Preset, options.Callers, options.Callers is null ? options.Rate : null, phases, options.WarmUpSeconds, options.Keys.Text, options.ThinkMilliseconds, options.AbandonPercent,
                lab.Fans.Count, options.SignInEach, lab.Seed)
            {
                Scale = Stages.Has(options.Preset) ? options.Scale : null,
                WritePercent = options.Scenario.HasWriters ? options.WritePercent : null,
            },
            Commit = Circumstances.Commit(Circumstances.Checkout),
            Machine = Circumstances.Machine([]),
            Packages = Packages.All,
            System = [.. (system.Contents.Resources ?? new Dictionary<string, AppHostResource>()).Keys.Order(StringComparer.Ordinal)],
            IntendedKnown = Sends.AreKnown,
            Sends = new SendsRecord([.. sends.Select(one => one.Due)], [.. sends.Select(one => one.Started)], [.. sends.Select(one => one.Late)], [.. sends.Select(one => one.Dropped)], Math.Round(lab.Sends.Latest.TotalMicroseconds, 1)),
            Iterations = lab.Recorder.Iterations.Read(),
            NeverEnded = lab.Recorder.Flight.Now,
            Steps = [.. lab.Recorder.Steps.Select(step => step.Read())],
            ApiCores = options.ApiCores,
            FirstApiCores = options.FirstApiCores,
            ResponsesByReplica = lab.Shop.ResponsesByReplica,
            ProcessorSeconds = new Dictionary<string, double>(),
            Waits = new Dictionary<string, WaitRecord>(),
            Seconds = elapsed.TotalSeconds,
            Little = new LittleRecord(law.InFlight, law.Throughput, law.Duration, law.InFlightWhileStarting),
            Sales = new SalesRecord(history.Acknowledged.Count, history.Acknowledged.Sum(sale => sale.Seats.Count), history.UnknownSales.Count),
            Written = writings.Count == 0 ? null : new WrittenRecord(writings.Count(one => one.OperationResult == OperationResult.Ok), writings.Count(one => one.OperationResult == OperationResult.Unknown)),
            Findings = [],
            ExitCode = ExitCode.Good,
        };
    }

    /// <summary>The result as the last line of the console says it.</summary>
    public static string InWords(RunRecord record, bool holds, long failed) =>
        (record.Partial ? "aborted; " : "") + (!holds ? "the sale check FAILED" : failed > 0 ? $"the sale check passed, {failed} iterations failed" : record.Void is not null ? "the sale check passed, the figures are void"
            : record.Steady?.Violation is not null ? "the sale check passed, throughput was not sustained" : "the sale check passed, nothing failed");
}
