using Dugout.Load.Client;

namespace Dugout.Load.Results;

/// <summary>The console summary of a run, line by line. Pure functions of the record.</summary>
internal static class ConsoleSummary
{
    private const int NotesShown = 5;

    /// <summary>The table of steps, then iterations, sends, sales and the limit in one line each. The page has the other figures.</summary>
    public static IEnumerable<string> Measured(RunRecord record)
    {
        yield return "";
        if (record.Sends.Lateness is { } lateness) yield return $"LATE SENDS: {lateness}";
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
        foreach (var line in record.Opening?.InWords ?? []) yield return line;
        if (record.Steady is { } steady) yield return $"sustained: {steady.InWords}";
        yield return $"limit: {Limit.Of(record)}";
    }

    /// <summary>The results of the checks: one line for those that passed, each failed one in full, and the first notes.</summary>
    public static IEnumerable<string> Checked(RunRecord record, IReadOnlyList<string> notes)
    {
        yield return "";
        foreach (var line in CheckLines.Of(record.Findings)) yield return line;
        foreach (var line in notes.Take(NotesShown).SelectMany(note => note.Split('\n'))) yield return $"note    {line}";
        if (notes.Count > NotesShown) yield return $"note    and {notes.Count - NotesShown} more";
        if (record.Sales.Acknowledged == 0 && record.Written is null) yield return "note    nothing was sold, so there was little to compare";
    }

    /// <summary>Why a run is not good, a line for each reason: the last lines before its result. None for a good run.</summary>
    /// <param name="record">The run.</param>
    /// <param name="failures">The first failed requests, in words.</param>
    public static IEnumerable<string> Closing(RunRecord record, IEnumerable<string> failures)
    {
        foreach (var failure in failures) yield return $"failed: {failure}";
        if (record.NeverEnded > 0) yield return FormattableString.Invariant($"failed: {record.NeverEnded} iterations never ended");
        foreach (var line in CheckLines.Closing(record.Findings)) yield return line;
        if (record.Void is { } reason) yield return $"VOID: {reason}";
        if (record.Steady?.Violation is { } violation) yield return $"NOT SUSTAINED: {violation}";
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
}
