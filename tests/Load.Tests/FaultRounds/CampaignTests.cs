using Dugout.Infrastructure.Run;
using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.FaultRounds;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Load.Tests.FaultRounds;

/// <summary>The record of a campaign, and its table.</summary>
public sealed class CampaignTests : IDisposable
{
    private static readonly FaultRound Round = new(
        "writer-kill", new DateTime(2026, 11, 28, 13, 0, 0, DateTimeKind.Utc), "0123456789abcdef", Cores: 2, "mysql-1", Rate: 20, Seconds: 18, Requests: 2_880, Acknowledged: 350, Unknown: 1,
        Window: 3.25, FailedReads: 4, new Dictionary<string, int> { ["shed busy"] = 10, ["failed 502 fault"] = 2 }, []);

    private readonly TestFolder _folder = new();

    private string RecordPath => Path.Combine(_folder.Path, "deeper", "faults.jsonl");

    [Fact]
    public async Task A_record_is_read_as_it_was_written()
    {
        var record = new CampaignRecord(RecordPath);
        Assert.Empty(await record.ReadAsync());

        await record.AddAsync(Round);
        await record.AddAsync(Round with { Commit = null, Differences = ["No seat is sold twice: seat 5"] });

        Assert.Equivalent(new[] { Round, Round with { Commit = null, Differences = ["No seat is sold twice: seat 5"] } }, await new CampaignRecord(RecordPath).ReadAsync(), strict: true);
    }

    [Fact]
    public async Task A_line_that_is_none_is_named()
    {
        var record = new CampaignRecord(RecordPath);
        await record.AddAsync(Round);
        await File.AppendAllTextAsync(RecordPath, "{\"kind\":\"writer-kill\"}\n", TestContext.Current.CancellationToken);

        var rejected = await Assert.ThrowsAsync<UsageException>(record.ReadAsync);

        Assert.StartsWith("line 2 of ", rejected.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_table_has_a_line_for_each_kind_that_says_whether_its_goal_was_met()
    {
        var table = CampaignTable.Of(
        [
            Round, Round with { Window = 5.5, Acknowledged = 1_000 }, Round with { Window = 4 },
            Round with { Kind = "reader-freeze", FailedReads = 0 }, Round with { Kind = "reader-kill" },
            Round with { Kind = "primary-kill", Window = 60, Differences = ["No seat is sold twice: seat 5"] },
        ]);

        Assert.Equal(
            """
            fault          rounds  acknowledged  lost or doubled  failed  reads  window: median  greatest  goal                      failed requests by code
            primary-kill        1           350                1      12      4            60.0      60.0                            10 shed busy, 2 failed 502 fault
            writer-kill         3         1,700                0      36     12             4.0       5.5  5 s             MISSED 1  30 shed busy, 6 failed 502 fault
            reader-kill         1           350                0      12      4             3.3       3.3  no failed read  MISSED 1  10 shed busy, 2 failed 502 fault
            reader-freeze       1           350                0      12      0             3.3       3.3  no failed read  met       10 shed busy, 2 failed 502 fault

            6 rounds, 2,750 acknowledged reservations, 1 differences; times in seconds
            """, table, ignoreLineEndingDifferences: true);
    }

    [Fact]
    public void A_campaign_is_met_if_all_rounds_met_their_goals()
    {
        Assert.True(CampaignTable.IsMet([Round, Round with { Kind = "primary-kill", Window = 60 }, Round with { Kind = "reader-kill", FailedReads = 0 }]));
        Assert.False(CampaignTable.IsMet([Round, Round with { Window = 5.1 }]));
        Assert.False(CampaignTable.IsMet([Round with { Kind = "reader-kill", FailedReads = 1 }]));
        Assert.True(CampaignTable.HasDifferences([Round with { Kind = "primary-kill", Differences = ["No seat is sold twice: seat 5"] }]));
    }

    [Fact]
    public void A_negative_control_is_met_if_a_round_noticed_it()
    {
        var missed = Round with { Kind = "flush-off" };
        var noticed = missed with { Differences = ["Every acknowledged reservation is a row: reservation 5"] };

        Assert.False(CampaignTable.IsMet([missed]));
        Assert.True(CampaignTable.IsMet([missed, noticed]));
        Assert.False(CampaignTable.HasDifferences([noticed]));
        Assert.Contains("noticed  met", CampaignTable.Of([noticed]), StringComparison.Ordinal);
    }

    /// <summary>No system is started where the record has all rounds.</summary>
    [Theory]
    [InlineData(0, "--rounds", "0")]
    [InlineData(0, "writer-kill", "--rounds", "2")]
    [InlineData(1, "reader-kill", "--rounds", "1")]
    [InlineData(2, "primary-kill", "--rounds", "1")]
    public async Task The_command_prints_the_table_of_the_chosen_kinds_and_its_exit_code_is_their_result(int code, params string[] args)
    {
        await using var shop = await FakeShop.StartAsync();
        var record = new CampaignRecord(RecordPath);
        await record.AddAsync(Round);
        await record.AddAsync(Round);
        if (code > 0)
        {
            await record.AddAsync(Round with { Kind = "reader-kill" });
            await record.AddAsync(Round with { Kind = "primary-kill", Differences = ["No seat is sold twice: seat 5"] });
        }

        var run = await LoadRun.Of(shop, ["faults", .. args, "--record", RecordPath]);

        Assert.Equal((code, ""), (run.Code, run.Errors));
        Assert.Contains("rounds, ", run.Output, StringComparison.Ordinal);
        Assert.Equal(code == 0, run.Output.Contains("writer-kill", StringComparison.Ordinal));
    }

    /// <summary>The published campaign is of systems that lost nothing, and what the README says of it is what its rounds say.</summary>
    [Fact]
    public async Task The_published_campaign_lost_nothing_and_its_summary_is_right()
    {
        var published = Path.Combine(Checkout.Current!, "load", "published");
        var rounds = await new CampaignRecord(Path.Combine(published, "faults.jsonl")).ReadAsync();

        Assert.Equal(FaultKind.All.Select(kind => kind.Name).Order(StringComparer.Ordinal), rounds.Select(round => round.Kind).Distinct().Order(StringComparer.Ordinal));
        Assert.All(rounds, round => Assert.Empty(round.Differences));
        var summary = await File.ReadAllTextAsync(Path.Combine(published, "README.md"), TestContext.Current.CancellationToken);
        Assert.Contains(FormattableString.Invariant($"{rounds.Count} rounds, {rounds.Sum(round => round.Acknowledged):#,0} acknowledged reservations"), summary, StringComparison.Ordinal);
        Assert.Contains(
            FormattableString.Invariant($"API replica killed {Median("api-kill"):0.0} (goal 1), gateway {Median("gateway-kill"):0.0} (3), Galera writer {Median("writer-kill"):0.0} (5), frozen {Median("writer-freeze"):0.0} (5), isolated {Median("writer-isolate"):0.0} (5), Redis master {Median("redis-master-kill"):0.0} (5)"),
            summary, StringComparison.Ordinal);

        double Median(string kind) => Cost.Median(rounds.Where(round => round.Kind == kind).Select(round => round.Window));
    }

    [Fact]
    public async Task The_published_negative_controls_were_noticed()
    {
        var rounds = await new CampaignRecord(Path.Combine(Checkout.Current!, "load", "published", "fault-controls.jsonl")).ReadAsync();

        Assert.Equal(FaultKind.Controls.Select(kind => kind.Name), rounds.Select(round => round.Kind));
        Assert.All(FaultKind.Controls, kind => Assert.True(kind.IsNoticed(rounds.Where(round => round.Kind == kind.Name)), kind.Name));
    }

    public void Dispose() => _folder.Dispose();
}
