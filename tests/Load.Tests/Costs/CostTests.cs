using Dugout.Load.Costs;
using Xunit;

namespace Dugout.Load.Tests.Costs;

/// <summary>Costs computed from hand-made readings.</summary>
public sealed class CostTests
{
    private static readonly double[] NothingIdle = new double[Enum.GetValues<Measure>().Length];

    [Fact]
    public void Idle_use_is_subtracted_per_second()
    {
        var idle = Cost.Idle([Idle(2, (Measure.Api, 100)), Idle(3, (Measure.Api, 400), (Measure.Statements, 5))]);

        var cost = Cost.Of(new Trial(new Variant(Goals.Game, Kind.Shop), 10, 4, Used((Measure.Api, 900), (Measure.Statements, 14))), idle);

        // 100 µs and one statement a second, for four seconds, off ten requests.
        Assert.Equal((50, 1), (cost[Measure.Api], cost[Measure.Statements]));
    }

    [Fact]
    public void All_is_the_responder_and_the_servers_without_the_other_variant()
    {
        double[] used = [.. Enum.GetValues<Measure>().Select(measure => measure <= Measure.Worker ? Math.Pow(10, (int)measure) : 0)];

        var shop = Cost.Of(new Trial(new Variant(Goals.Reserve, Kind.Shop), 1, 1, used), NothingIdle);
        var baseline = Cost.Of(new Trial(new Variant(Goals.Reserve, Kind.Baseline), 1, 1, used), NothingIdle);

        Assert.Equal((1, 1_011_101, 10, 11_110), (shop.Own, shop.All, baseline.Own, baseline.All));
    }

    [Fact]
    public void The_gateway_counts_where_it_was_called_and_the_worker_where_something_was_sold()
    {
        var used = Used((Measure.Gateway, 5), (Measure.Worker, 7));

        double Of(string step, Kind kind) => Cost.Of(new Trial(new Variant(step, kind), 1, 1, used), NothingIdle).All;

        Assert.Equal((0, 5, 7, 12), (Of(Goals.Game, Kind.Shop), Of(Goals.Game, Kind.Gateway), Of(Goals.Reserve, Kind.Shop), Of(Goals.Reserve, Kind.Gateway)));
    }

    [Theory]
    [InlineData(2, new double[] { 3, 1, 2 })]
    [InlineData(2.5, new double[] { 4, 1, 3, 2 })]
    [InlineData(7, new double[] { 7 })]
    public void A_median_is_the_one_in_the_middle_or_between_two(double median, double[] values) =>
        Assert.Equal(median, Cost.Median(values));

    [Fact]
    public void A_goal_is_decided_by_the_median_of_the_rounds_ratios()
    {
        // Round by round 2, 1.1 and 1.3: a ratio of the medians would be 1.1.
        var trials = Run((Goals.Game, [20, 110, 13], [10, 100, 10]));

        Assert.Equal(["Kestrel", "1.30", "1.10", "2.00", "1.30", "1.30", "met"], Cells(CostTable.OfGoals(trials, 32), "4 game "));
    }

    [Fact]
    public void A_goal_just_missed_is_missed()
    {
        var trials = Run((Goals.Losing, [15.1], [10]));

        Assert.Equal(["1.50", "missed"], Cells(CostTable.OfGoals(trials, 32), "8 hold, losing")[^2..]);
    }

    [Theory]
    [InlineData(1, "1.30", "met")]
    [InlineData(64, "0.70", "missed")]
    public void A_lone_caller_shares_no_commit_and_has_a_goal_of_its_own(int callers, string goal, string verdict)
    {
        var line = CostTable.OfGoals(Run((Goals.Reserve, [12], [10])), callers).Split('\n').First(line => line.StartsWith("9 reserve", StringComparison.Ordinal));

        Assert.Equal([goal, verdict], line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2..]);
    }

    [Fact]
    public void The_whole_iteration_has_its_goal_through_the_gateway()
    {
        var table = CostTable.OfGoals(Run(), 32);

        Assert.Equal(["1.00", "-"], [Cells(table, "2 to 9  ")[1], Cells(table, "2 to 9  ")[^1]]);
        Assert.Equal(["1.10", "met"], Cells(table, "2 to 9, gateway")[^2..]);
    }

    [Fact]
    public void An_iteration_is_its_eight_steps_without_their_other_results()
    {
        var trials = Run((Goals.Losing, [1_000], [1]), (Goals.Unchanged, [1_000], [1]), (Goals.Reserve, [93], [13]));

        // Seven steps of 10 beside 10, and the reservation.
        Assert.Equal("1.96", Cells(CostTable.OfGoals(trials, 32), "2 to 9  ")[1]);
        Assert.Equal("163.0", Cells(CostTable.Of(trials), "2 to 9          shop  ")[0]);
    }

    [Fact]
    public void The_table_has_a_line_per_variant_in_the_order_of_the_steps()
    {
        var lines = CostTable.Of(Run()).Split('\n');

        Assert.Equal(
            ["2 teams", "3 games", "4 game", "4 game, 304", "5 grades", "6 grade", "7 taken", "8 hold", "8 hold, losing", "9 reserve", "2 to 9"],
            lines.Skip(1).Where(line => line.Length > 0).Select(line => line[..14].TrimEnd()).Distinct());
    }

    [Fact]
    public void Response_times_have_a_column_per_number_of_callers_the_fewest_first()
    {
        Dictionary<int, List<Trial>> Of(double four, double many) => new()
        {
            [32] = [Idle(1), Timed(many), Timed(many * 3), Timed(many * 2)],
            [4] = [Idle(1), Timed(four)],
        };

        var lines = CostTable.OfTimes(Of(four: 250.04, many: 1_000)).Split('\n');

        Assert.Equal(["4 callers", "32 callers"], lines[0].Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        Assert.Equal(["250.0", "2000.0"], Cells(string.Join('\n', lines), "4 game  shop  "));

        static Trial Timed(double each) => new(new Variant(Goals.Game, Kind.Shop), 10, 1, Used((Measure.ResponseTime, each * 10)));
    }

    /// <summary>The cells of a line, behind its beginning; some have spaces within, so two or more are between cells.</summary>
    private static string[] Cells(string table, string begin) => Assert.Single(table.Split('\n'), line => line.StartsWith(begin, StringComparison.Ordinal))
        [begin.Length..].Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    /// <summary>A run in which every request costs its responder 10 µs, except for some steps, round by round.</summary>
    private static List<Trial> Run(params (string Step, double[] Shop, double[] Baseline)[] others)
    {
        var rounds = others.Length == 0 ? 1 : others.Max(other => other.Shop.Length);
        List<Trial> trials = [Idle(1)];
        foreach (var goal in Goals.All.Where(goal => goal.Step is not null))
        {
            var (_, shop, baseline) = others.SingleOrDefault(other => other.Step == goal.Step);
            for (var round = 0; round < rounds; round++)
            {
                if (goal.Baseline == Kind.Baseline)
                {
                    trials.Add(Ask(goal.Step!, Kind.Shop, Measure.Api, shop?[round] ?? 10));
                    trials.Add(Ask(goal.Step!, Kind.Gateway, Measure.Api, 10));
                }

                trials.Add(Ask(goal.Step!, goal.Baseline, Measure.Baseline, baseline?[round] ?? 10));
            }
        }

        return trials;
    }

    private static Trial Ask(string step, Kind kind, Measure measure, double each) => new(new Variant(step, kind), 100, 1, Used((measure, each * 100)));

    private static Trial Idle(double seconds, params (Measure, double)[] used) => new(Variant: null, 0, seconds, Used(used));

    private static double[] Used(params (Measure Measure, double Value)[] used)
    {
        var values = new double[Enum.GetValues<Measure>().Length];
        foreach (var (measure, value) in used) values[(int)measure] = value;
        return values;
    }
}
