using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Report;

/// <summary>The page of one run. A pure function of its record: the same record makes the same page.</summary>
internal static class RunPage
{
    /// <summary>The minimum length, in seconds, of a run whose page shows sustained throughput.</summary>
    private const int LongEnough = 60;

    /// <summary>Writes it.</summary>
    public static string Of(RunRecord record)
    {
        var page = new Page($"{record.Scenario}: {InWords(record.Settings)}");
        page.Paragraph(string.Create(CultureInfo.InvariantCulture, $"{record.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {record.Seconds:0.0} s; commit {Commit(record.Commit)}"), "soft");
        var (style, verdict) = Verdict(record);
        page.Paragraph(verdict, $"verdict {style}");
        page.Tiles(Tiles(record));
        page.Paragraph(Limit.Of(record));

        page.Heading("Run");
        page.Add(RunCharts.OutcomesOverTime(record)).Add(RunCharts.LatencyOverTime(record)).Add(RunCharts.Percentiles(record)).Add(RunCharts.Processors(record));
        if (record.Samples is { Count: > 0 })
        {
            page.Heading("Replicas").Add(SampleCharts.Notices(record)).Add(SampleCharts.NoticesByIterations(record)).Add(SampleCharts.Heap(record)).Add(SampleCharts.Threads(record));
            page.Terms(Definitions.OfSamples);
        }

        page.Heading("Steps").Add(RunCharts.Steps(record));
        page.Table(
            ["step", "ok", "rejected", "shed", "client error", "time-out", "fault", "p50 ms", "p95 ms", "p99 ms", "max ms", "sent p50", "sent p99", "codes"],
            record.Steps.Append(record.Iterations).Select(Row));

        if (record.Settings is { IsOpen: true, Phases.Count: > 1 })
        {
            page.Heading("Phases");
            page.Table(["load", "due", "dropped", "ok", "time-out", "other failures", "p50 ms", "p99 ms", "worst second's p99 ms"], PhaseFigures.Of(record).Select(Row));
        }

        page.Heading("Consistency checks");
        page.Add($"<ul class=\"checks\">\n{string.Concat(record.Findings.Select(Finding))}</ul>\n");
        page.Heading("Circumstances").Terms(Circumstances(record));
        page.Heading("Definitions").Terms(Definitions.OfRuns);
        return page.ToString();
    }

    /// <summary>The load in words.</summary>
    public static string InWords(SettingsRecord settings)
    {
        var seconds = settings.Phases.Sum(phase => phase.Seconds);
        return settings.Callers is { } callers
            ? string.Create(CultureInfo.InvariantCulture, $"{callers} callers for {seconds} s{(settings.Scale is { } part ? string.Create(CultureInfo.InvariantCulture, $", {settings.Preset} at {part:0.######} of its callers") : "")}")
            : string.Create(CultureInfo.InvariantCulture, $"{settings.Rate} iterations a second for {seconds} s, {settings.Preset}{(settings.Scale is { } scale ? string.Create(CultureInfo.InvariantCulture, $" at {scale:0.######} of its rates") : "")}");
    }

    private static (string Style, string Verdict) Verdict(RunRecord record)
    {
        var wrong = record.Findings.Count(finding => finding.Differences.Count > 0);
        if (wrong > 0) return ("bad", $"INCORRECT: {wrong} of {record.Findings.Count} checks failed. No figure counts.");
        if (record.Partial) return ("warn", "Aborted: the record covers the time until then and is not compared.");
        if (record.Void is { } reason) return ("warn", $"VOID: {reason}.");
        if (record.Steady?.Violation is { } violation && ConsoleSummary.Failed(record) == 0) return ("bad", $"All checks passed, but throughput was not sustained: {violation}.");
        return ConsoleSummary.Failed(record) is var failed and > 0
            ? ("bad", string.Create(CultureInfo.InvariantCulture, $"All checks passed; {failed} iterations failed."))
            : ("good", record.Findings.Count == 0 ? "Nothing failed; nothing was checked." : "All checks passed, and nothing failed.");
    }

    private static IEnumerable<(string, string, string)> Tiles(RunRecord record)
    {
        var iterations = record.Iterations;
        var ok = iterations.Of(Outcome.Ok);
        yield return ("iterations ok", Whole(iterations.Count(Outcome.Ok, Outcome.Left)), "Iterations that completed, or ended early because nothing was left or the virtual user left.");
        yield return ("ended per second", record.Little.Throughput.ToString("0.0", CultureInfo.InvariantCulture), "Iterations that ended, whatever their outcome, divided by the time from the first start to the last end.");
        yield return ("p50 ms", Milliseconds(ok?.Intended.Open().Percentile(50)), "p50 of the ok iterations, from their intended start.");
        yield return ("p99 ms", Milliseconds(ok?.Intended.Open().Percentile(99)), "p99 of the ok iterations, from their intended start.");
        yield return ("rejected", Whole(iterations.Count(Outcome.Rejected)), "Rejected by a rule of the shop, as intended.");
        yield return ("shed", Whole(iterations.Count(Outcome.Shed)), "Shed because of overload.");
        yield return ("failed", Whole(ConsoleSummary.Failed(record)), "Client errors, time-outs and faults.");
        yield return ("sold", Whole(record.Sales.Acknowledged), "Reservations the shop acknowledged.");
        yield return ("unknown", Whole(record.Sales.Unknown), "Reservations with an unknown outcome after retries with the same key.");
        if (record.Settings.IsOpen && record.IntendedKnown)
            yield return ("late starts", Share(record.Sends.Late.Sum(), record.Sends.Due.Sum()), "Iterations that the generator started more than 1 ms late.");
    }

    private static IReadOnlyList<string> Row(StepRecord step)
    {
        var (intended, actual) = (step.Of(Outcome.Ok)?.Intended.Open(), step.Of(Outcome.Ok)?.Actual.Open());
        return
        [
            step.Name, Whole(step.Count(Outcome.Ok)), Whole(step.Count(Outcome.Rejected)), Whole(step.Count(Outcome.Shed)),
            Whole(step.Count(Outcome.ClientError)), Whole(step.Count(Outcome.TimeOut)), Whole(step.Count(Outcome.Fault)),
            Milliseconds(intended?.Percentile(50)), Milliseconds(intended?.Percentile(95)), Milliseconds(intended?.Percentile(99)), Milliseconds(intended?.Max),
            Milliseconds(actual?.Percentile(50)), Milliseconds(actual?.Percentile(99)), string.Join(", ", StepTable.Codes(step)),
        ];
    }

    private static IReadOnlyList<string> Row(PhaseFigures of) =>
    [
        Phase(of.Phase), Whole(of.Due), Whole(of.Dropped), Whole(of.Ok), Whole(of.TimedOut), Whole(of.Failed), Milliseconds(of.P50), Milliseconds(of.P99), Milliseconds(of.WorstP99),
    ];

    private static string Finding(FindingRecord finding) => finding.Differences.Count == 0
        ? $"<li><b class=\"good\">passed</b> {Page.Text(finding.Sentence)}</li>\n"
        : $"<li><b class=\"bad\">FAILED</b> {Page.Text(finding.Sentence)}<pre>{Page.Text(string.Join("\n", finding.Differences.Take(20)))}</pre></li>\n";

    private static IEnumerable<(string, string)> Circumstances(RunRecord record)
    {
        var (machine, settings) = (record.Machine, record.Settings);
        yield return ("machine", string.Create(CultureInfo.InvariantCulture, $"{machine.Cores} cores, {machine.Processor}; Linux {machine.Kernel}; {machine.DotNet}; load program built {(machine.Optimized ? "with" : "without")} optimization"));
        yield return ("load average", $"before {Averages(machine.LoadBefore)}; after {Averages(machine.LoadAfter)} (1, 5, 15 minutes)");
        yield return ("system", string.Join(", ", record.System));
        if (record.Engine is { } engine) yield return ("database", engine);
        yield return ("load", string.Join("; ", settings.Phases.Select(Phase)) + (settings.WarmUpSeconds > 0 ? $"; warm-up of {settings.WarmUpSeconds} s" : "; no warm-up"));
        yield return ("choices", $"keys {settings.Keys}, {settings.Accounts} accounts, sign-in {(settings.SignInEach ? "in every iteration" : "before the measurement")}, pause {settings.ThinkMilliseconds} ms, {settings.AbandonPercent} % leave midway{(settings.WritePercent is { } writes ? $", {writes} % write" : "")}, seed {settings.Seed}");
        if (record.RowsBefore is { } rowsBefore) yield return ("rows before", Drift.InWords(rowsBefore));
        if (record.Steady is { } steady) yield return ("sustained", steady.InWords);
        if (record.Notices is { } notices) yield return ("notices", notices.InWords);
        if (record.Written is { } written) yield return ("written", string.Create(CultureInfo.InvariantCulture, $"{written.Acknowledged} acknowledged, {written.Unknown} unknown"));
        if (record.RowsRead is { } rows) yield return ("rows read", string.Create(CultureInfo.InvariantCulture, $"{rows:#,0} by all SQL servers"));
        if (settings.Phases.Count == 1 && SustainedThroughput.Of(record) is { } lasting && record.Seconds >= LongEnough)
            yield return ("last fifth to first", string.Create(CultureInfo.InvariantCulture, $"{lasting:0.00}: ok responses per second in the last fifth divided by those in the first"));
        yield return ("packages", string.Join(", ", record.Packages.Select(package => $"{package.Name} {package.Version} ({(package.IsReal ? "real" : "stand-in")})")));
        foreach (var (name, wait) in record.Waits)
            yield return ($"{name}'s pools", string.Create(CultureInfo.InvariantCulture, $"{wait.Count} connections requested, waited {wait.Seconds * 1e3:0.0} ms in total, {wait.Seconds * 1e6 / Math.Max(1, wait.Count):0} µs each"));
        foreach (var (name, cache) in record.Cache ?? new Dictionary<string, CacheRecord>()) yield return ($"response cache of {name}", cache.InWords);
        yield return ("Little's law", string.Create(CultureInfo.InvariantCulture, $"{record.Little.InFlight:0.00} iterations in flight; {record.Little.Throughput:0.00} a second × {record.Little.Duration:0.0000} s = {record.Little.Throughput * record.Little.Duration:0.00}"));
    }

    private static string Phase(PhaseRecord phase) => phase.Callers is { } callers
        ? string.Create(CultureInfo.InvariantCulture, $"{callers} callers for {phase.Seconds} s")
        : string.Create(CultureInfo.InvariantCulture, $"{phase.From:0.##}{(phase.From == phase.To ? "" : $" to {phase.To:0.##}")} a second for {phase.Seconds} s");

    private static string Commit(CommitRecord? commit) => commit is null ? "unknown" : commit.Hash[..Math.Min(12, commit.Hash.Length)] + (commit.IsDirty ? " with changes" : "");

    private static string Averages(IReadOnlyList<double> load) => load.Count == 0 ? "unknown" : string.Join(' ', load.Select(one => one.ToString("0.00", CultureInfo.InvariantCulture)));

    private static string Whole(long count) => count.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Share(int part, int all) => all == 0 ? "-" : string.Create(CultureInfo.InvariantCulture, $"{100.0 * part / all:0.0} %");

    private static string Milliseconds(long? microseconds) => microseconds is { } value ? (value / 1_000.0).ToString("0.00", CultureInfo.InvariantCulture) : "-";
}
