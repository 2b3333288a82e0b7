using Dugout.Load.Results;
using Dugout.Load.Tests.Report;
using Xunit;

namespace Dugout.Load.Tests.Results;

public sealed class ConsoleSummaryTests
{
    private static readonly FindingRecord[] Passed = [.. Enumerable.Range(1, 46).Select(number => new FindingRecord($"Rule {number}", []))];

    [Theory]
    [InlineData(0, "0 checks passed")]
    [InlineData(1, "1 check passed")]
    [InlineData(46, "46 checks passed")]
    public void Passed_checks_are_one_line(int count, string line)
    {
        Assert.Equal(["", line], ConsoleSummary.Checked(Runs.Example with { Findings = Passed[..count] }, []));
        Assert.Empty(CheckLines.Closing(Passed[..count]));
    }

    [Fact]
    public void Failed_checks_are_in_full_and_named_once_more_at_the_end()
    {
        string[] differences = [.. Enumerable.Range(1, 12).Select(seat => $"seat {seat}\nsold twice")];
        FindingRecord[] findings = [.. Passed[..44], new("No seat is sold twice", differences), new("Limits hold", ["account 5"])];

        Assert.Equal(
            ["", "44 of 46 checks passed", "FAILED  No seat is sold twice", .. differences.SelectMany(one => one.Split('\n')).Select(line => $"        {line}"), "FAILED  Limits hold", "        account 5"],
            ConsoleSummary.Checked(Runs.Example with { Findings = findings }, []));
        Assert.Equal(["failed: 2 of 46 checks: No seat is sold twice; Limits hold"], CheckLines.Closing(findings));
    }

    [Fact]
    public void Only_the_first_notes_are_shown() =>
        Assert.Equal(["", "1 check passed", "note    1", "note    2", "note    3", "note    4", "note    5", "note    and 2 more"], ConsoleSummary.Checked(Runs.Example with { Findings = Passed[..1] }, ["1", "2", "3", "4", "5", "6", "7"]));

    [Fact]
    public void The_closing_lines_give_every_reason_why_a_run_is_not_good()
    {
        var run = Runs.Example with { NeverEnded = 2, Findings = [new FindingRecord("Limits hold", ["account 5"])], Void = "of 10 callers only 4 were busy", Steady = new SteadyRecord([9], 9, 9) };

        Assert.Equal(
            ["failed: 9 reserve: 500: no detail", "failed: 2 iterations never ended", "failed: 1 of 1 check: Limits hold", "VOID: of 10 callers only 4 were busy", "NOT SUSTAINED: in 1 of its seconds no iteration ended ok, first in second 9"],
            ConsoleSummary.Closing(run, ["9 reserve: 500: no detail"]));
        Assert.Empty(ConsoleSummary.Closing(Runs.Example, []));
    }

    [Theory]
    [InlineData(9, false)]
    [InlineData(10, true)]
    public void A_run_whose_sends_were_late_says_so_before_its_table(int late, bool isSaid)
    {
        var run = Runs.Example with { Sends = new SendsRecord([400, 600], [400, 600], [late, 0], [0, 0], 27_200) };

        Assert.Equal(
            isSaid ? "LATE SENDS: 10 of 1000 iterations (1.0 %) started more than 1 ms late, at most 27.2 ms. The latency contains these delays of the generator." : StepTable.Of(run),
            ConsoleSummary.Measured(run).ElementAt(1));
    }

    [Fact]
    public void One_table_and_a_line_each_for_iterations_sends_sales_and_the_limit()
    {
        var run = Runs.Example with { Sends = Runs.Example.Sends with { Late = [] } };
        string[] lines = [.. ConsoleSummary.Measured(run)];

        Assert.Equal(StepTable.Of(run), lines[1]);
        Assert.Equal(["iterations", "sends", "sales", "limit"], lines[2..].Select(line => line.Split(':')[0]));
    }
}
