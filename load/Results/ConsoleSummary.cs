using Dugout.Load.Client;

namespace Dugout.Load.Results;

/// <summary>The console summary of a run, line by line. Pure functions of the record.</summary>
internal static class ConsoleSummary
{
    private const int Shown = 5;

    /// <summary>The table of steps, then iterations, sends and sales in one line each.</summary>
    public static IEnumerable<string> Measured(RunRecord record, IEnumerable<string> failures)
    {
        yield return "";
        yield return StepTable.Of(record);
        var iterations = record.Iterations;
        var left = iterations.Of(Outcome.Left)?.Codes;
        var away = string.Join(", ", Left(left).Select(why => $"{why.Count} {why.InWords}"));
        yield return $"iterations: {Started(record)} started, {iterations.Count(Outcome.Ok, Outcome.Left)} ok ({away}), "
            + $"{iterations.Count(Outcome.Rejected)} rejected, {iterations.Count(Outcome.Shed)} shed, {Failed(record)} failed{Failures(record)}";
        yield return Sends(record);
        yield return FormattableString.Invariant(
            $"sales: {record.Sales.Acknowledged} acknowledged, {record.Sales.Seats} seats, {record.Sales.Unknown} unknown");
        if (record.Written is { } written) yield return FormattableString.Invariant($"written: {written.Acknowledged} acknowledged, {written.Unknown} unknown");
        yield return FormattableString.Invariant(
            $"Little's law: {record.Little.InFlight:0.00} iterations in flight; {record.Little.Throughput:0.00} a second times {record.Little.Duration:0.000} s are {record.Little.Throughput * record.Little.Duration:0.00}");
        if (record.ProcessorSeconds.Count > 0)
            yield return "CPU seconds: " + string.Join(", ", record.ProcessorSeconds.Select(used => FormattableString.Invariant($"{used.Key} {used.Value:0.00}")));
        foreach (var (name, cache) in record.Cache ?? new Dictionary<string, CacheRecord>()) yield return $"response cache of {name}: {cache.InWords}";
        foreach (var line in record.Opening?.InWords ?? []) yield return line;
        if (record.Steady is { } steady) yield return $"sustained: {steady.InWords}{(steady.Violation is { } violation ? $"; NOT SUSTAINED: {violation}" : "")}";
        yield return $"limit: {Limit.Of(record)}";
        foreach (var failure in failures) yield return $"failed: {failure}";
        if (record.Void is { } reason) yield return $"VOID: {reason}";
    }

    /// <summary>The results of the checks.</summary>
    public static IEnumerable<string> Checked(RunRecord record, IReadOnlyList<string> notes)
    {
        yield return "";
        foreach (var finding in record.Findings)
        {
            yield return $"{(finding.Differences.Count == 0 ? "passed" : "FAILED")}  {finding.Sentence}";
            foreach (var line in Some("        ", finding.Differences)) yield return line;
        }

        foreach (var line in Some("note    ", notes)) yield return line;
        if (record.Sales.Acknowledged == 0 && record.Written is null) yield return "note    nothing was sold, so there was little to compare";
        yield return "";
    }

    /// <summary>Iterations that failed, including those that never ended.</summary>
    public static long Failed(RunRecord record) => record.Iterations.Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault) + record.NeverEnded;

    private static string Started(RunRecord record) =>
        record.Settings.IsOpen ? $"{record.Iterations.Series.Started.Sum()} of {PhaseRecord.Starts(record.Settings.Phases)}" : $"{record.Iterations.Series.Started.Sum()}";

    private static string Sends(RunRecord record)
    {
        if (!record.Settings.IsOpen) return $"sends: {record.Settings.Callers} callers, each without a pause";
        if (!record.IntendedKnown) return "sends: intended times are unknown with this package";
        var (due, late) = (record.Sends.Due.Sum(), record.Sends.Late.Sum());
        return FormattableString.Invariant(
            $"sends: {due} due, {late} late by more than 1 ms ({(due == 0 ? 0 : 100.0 * late / due):0.0} %, at most {record.Sends.LatestMicroseconds / 1_000:0.0} ms), {record.Sends.Dropped.Sum()} dropped");
    }

    private static IEnumerable<(int Count, string InWords)> Left(IReadOnlyDictionary<string, int>? codes)
    {
        yield return (Of("sold-out"), "found nothing left");
        foreach (var (code, inWords) in new[] { ("abandoned", "abandoned"), (OpeningRecord.GaveUp, "gave up waiting"), ("nothing-bought", "had no reservation"), ("aborted", "aborted") })
        {
            if (Of(code) is var count and > 0) yield return (count, inWords);
        }

        int Of(string code) => codes?.GetValueOrDefault(code) ?? 0;
    }

    private static string Failures(RunRecord record) => Failed(record) == 0
        ? ""
        : $" ({record.Iterations.Count(Outcome.ClientError)} client errors, {record.Iterations.Count(Outcome.TimeOut)} time-outs, {record.Iterations.Count(Outcome.Fault)} faults, {record.NeverEnded} never ended)";

    private static IEnumerable<string> Some(string before, IReadOnlyList<string> lines)
    {
        foreach (var line in lines.Take(Shown).SelectMany(difference => difference.Split('\n'))) yield return before + line;
        if (lines.Count > Shown) yield return $"{before}and {lines.Count - Shown} more";
    }
}
