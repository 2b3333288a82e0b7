using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Admission;

/// <summary>A trial in the table: what fans got who were let in.</summary>
/// <param name="Mode">The way they were admitted.</param>
/// <param name="Factor">The load as a multiple of what the shop can carry.</param>
/// <param name="Record">The record of the run.</param>
internal sealed record AdmissionRow(string Mode, int Factor, RunRecord Record)
{
    /// <summary>The heading.</summary>
    public static string Heading { get; } =
        $"{"load",-6}{"admission",-15}{"seats/s",9}{"sold out",10}{"hold p99",10}{"reserve p99",13}{"shed",7}{"failed",8}{"wait p95",10}{"rank",8}{"overtaken",11}{"checks",8}";

    /// <summary>Seats sold per second, from the opening until nine tenths were sold.</summary>
    public double Goodput => Record.Opening!.Goodput;

    /// <summary>The p99 of the slower of hold and reservation, in ms.</summary>
    public double SlowestP99 => Math.Max(P99("8 hold"), P99("9 reserve"));

    /// <summary>Requests of admitted fans that failed.</summary>
    public long Failed => Steps.Sum(step => step.Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault));

    /// <summary>Requests of admitted fans that were shed: to the end, or to be sent again.</summary>
    public long Shed => Steps.Sum(step => step.Count(Outcome.Shed) + step.Repeats.Values.Sum());

    /// <summary>Whether every check of the run passed.</summary>
    public bool Passed => Record.Findings.All(finding => finding.Passed);

    /// <inheritdoc/>
    public override string ToString()
    {
        var opening = Record.Opening!;
        return string.Create(CultureInfo.InvariantCulture,
            $"{Factor + "x",-6}{Mode,-15}{Goodput,9:0.0}{(opening.SoldOutAfterSeconds is { } sold ? $"{sold:0.0} s" : "never"),10}{P99("8 hold"),10:0}{P99("9 reserve"),13:0}{Shed,7}{Failed,8}{opening.Fairness?.WaitP95.ToString("0.0", CultureInfo.InvariantCulture) ?? "-",10}{opening.Fairness?.RankCorrelation?.ToString("0.000", CultureInfo.InvariantCulture) ?? "-",8}{opening.Fairness?.Overtaken.ToString(CultureInfo.InvariantCulture) ?? "-",11}{(Passed ? "passed" : "FAILED"),8}");
    }

    /// <summary>The steps after the admission.</summary>
    private IEnumerable<StepRecord> Steps => Record.Steps.Where(step => step.Name is "7 taken" or "8 hold" or "9 reserve");

    private double P99(string step)
    {
        var times = new Durations();
        foreach (var ends in Record.Steps.Where(one => one.Name == step).SelectMany(one => one.Ends)) times.Add(ends.Actual);
        return times.Percentile(99) / 1_000.0;
    }
}
