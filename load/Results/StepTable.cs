using System.Globalization;
using System.Text;
using Dugout.Load.Shop;
using NBomber.Contracts.Stats;

namespace Dugout.Load.Results;

/// <summary>One line of the table: a step, how its answers ended, and how long the ok ones took.</summary>
internal sealed record StepLine(string Step, int Ok, int Refused, int Shed, int Failed, LatencyStats Latency, string Codes)
{
    /// <summary>Reads a step's line out of its statistics.</summary>
    public static StepLine Of(StepStats step)
    {
        var codes = step.Fail.StatusCodes;
        var refused = Count(codes, Outcome.Refused);
        var shed = Count(codes, Outcome.Shed);
        return new StepLine(
            step.StepName, step.Ok.Request.Count, refused, shed, step.Fail.Request.Count - refused - shed, step.Ok.Latency,
            string.Join(", ", codes.Select(code => $"{code.StatusCode} {code.Count}")));
    }

    private static int Count(IEnumerable<StatusCodeStats> codes, Outcome outcome) =>
        codes.Where(code => code.StatusCode.StartsWith($"{outcome} ", StringComparison.OrdinalIgnoreCase)).Sum(code => code.Count);
}

/// <summary>The table a run ends with, as plain text. A pure function of the statistics.</summary>
internal static class StepTable
{
    private static readonly string[] Head = ["step", "ok", "refused", "shed", "failed", "p50 ms", "p95 ms", "p99 ms", "max ms", ""];

    /// <summary>Writes the table, one line a step in the order of the flow.</summary>
    public static string Of(ScenarioStats scenario)
    {
        string[][] rows = [Head, .. scenario.StepStats.Select(StepLine.Of).OrderBy(line => line.Step, StringComparer.Ordinal).Select(Cells)];
        var widths = Enumerable.Range(0, Head.Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (var row in rows)
            text.AppendLine(string.Join("  ", row.Select((cell, column) => column == 0 || column == Head.Length - 1 ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd());
        return text.ToString();
    }

    private static string[] Cells(StepLine line) =>
    [
        line.Step, Whole(line.Ok), Whole(line.Refused), Whole(line.Shed), Whole(line.Failed),
        Milliseconds(line, line.Latency.Percent50), Milliseconds(line, line.Latency.Percent95), Milliseconds(line, line.Latency.Percent99), Milliseconds(line, line.Latency.MaxMs),
        line.Codes,
    ];

    private static string Whole(int count) => count.ToString(CultureInfo.InvariantCulture);

    // A step without an ok answer has no times.
    private static string Milliseconds(StepLine line, double value) => line.Ok == 0 ? "-" : value.ToString("0.00", CultureInfo.InvariantCulture);
}
