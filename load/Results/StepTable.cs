using System.Globalization;
using System.Text;
using Dugout.Load.Client;

namespace Dugout.Load.Results;

/// <summary>The final table of a run, as plain text. A pure function of the record.</summary>
internal static class StepTable
{
    private static readonly string[] Head = ["step", "ok", "rejected", "shed", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms", "sent p50", "sent p99", ""];

    /// <summary>Writes the table: one line per step in order, and one for whole iterations.</summary>
    public static string Of(RunRecord record)
    {
        string[][] rows = [Head, .. record.Steps.Append(record.Iterations).Select(Cells)];
        var widths = Enumerable.Range(0, Head.Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (var row in rows)
            text.AppendLine(string.Join("  ", row.Select((cell, column) => column == 0 || column == Head.Length - 1 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd());
        return text.ToString();
    }

    private static string[] Cells(StepRecord step)
    {
        var ok = step.Of(Outcome.Ok);
        var (intended, actual) = (ok?.Intended.Open(), ok?.Actual.Open());
        return
        [
            step.Name, Whole(step.Count(Outcome.Ok)), Whole(step.Count(Outcome.Rejected)), Whole(step.Count(Outcome.Shed)), Whole(step.Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault)),
            Milliseconds(intended?.Percentile(50)), Milliseconds(intended?.Percentile(95)), Milliseconds(intended?.Percentile(99)), Milliseconds(intended?.Max),
            Milliseconds(actual?.Percentile(50)), Milliseconds(actual?.Percentile(99)),
            string.Join(", ", Codes(step)),
        ];
    }

    /// <summary>The codes of the outcomes other than ok, the most frequent first.</summary>
    public static IEnumerable<string> Codes(StepRecord step) =>
        from ends in step.Ends
        where ends.Outcome != Outcome.Ok
        from code in ends.Codes.OrderByDescending(code => code.Value).ThenBy(code => code.Key, StringComparer.Ordinal)
        select $"{(ends.Outcome.HasFailed() ? "failed" : ends.Outcome.ToString().ToLowerInvariant())} {code.Key} {code.Value}";

    private static string Whole(long count) => count.ToString(CultureInfo.InvariantCulture);

    // A step without an ok response has no times.
    private static string Milliseconds(long? microseconds) => microseconds is { } value ? (value / 1_000.0).ToString("0.00", CultureInfo.InvariantCulture) : "-";
}
