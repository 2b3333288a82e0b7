using Dugout.Load.Exits;
using Dugout.Load.Rehearsals;
using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests.Rehearsals;

/// <summary>The model that records give.</summary>
public sealed class RehearsalModelTests
{
    [Fact]
    public void What_the_shop_carries_comes_from_saturated_runs_and_the_quiet_times_from_the_quietest()
    {
        var model = RehearsalModel.Fit([Openings.Saturated, Openings.Quiet]);

        Assert.Equal((30.0, 2), (Math.Round(model.Carried, 6), model.Replicas));
        Assert.Equal((5.0, 10.0, 15.0), (InMilliseconds(model.Taken), InMilliseconds(model.Hold), InMilliseconds(model.Reserve)));
        Assert.Equal((1.0, 1.0), (model.AttemptsASale, model.SeatsASale));
        // Two cores, 5 s of them for 300 purchases, and for 100.
        Assert.Equal(80.0, Math.Round(model.PrimaryCarries!.Value, 6));
    }

    [Fact]
    public void Replicas_carry_in_proportion_until_the_primary_is_the_limit()
    {
        var model = RehearsalModel.Fit([Openings.Saturated, Openings.Quiet]);

        Assert.Equal([15.0, 30.0, 60.0, 80.0, 80.0], ((int[])[1, 2, 4, 6, 20]).Select(replicas => Math.Round(model.CarriedBy(replicas), 6)));
    }

    [Fact]
    public void Runs_that_the_shop_carried_easily_say_nothing_about_its_limit()
    {
        var rejected = Assert.Throws<UsageException>(() => RehearsalModel.Fit([Openings.Quiet]));

        Assert.StartsWith("no run saturated the shop", rejected.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_valid_runs_of_openings_are_accepted()
    {
        Rejects("is of no opening", Openings.Quiet with { Opening = null });
        Rejects("has a failed check: No seat is sold twice", Openings.Quiet with { Findings = [new("No seat is sold twice", ["seat 1"])] });
        Rejects("is partial", Openings.Quiet with { Partial = true });
        Rejects("is void: too late", Openings.Quiet with { Void = "too late" });
        Rejects("sold nothing", Openings.Quiet with { Sales = new(0, 0, 0) });
        Rejects("1 and 2 API replicas", Openings.Quiet with { System = ["api-1", "gateway"] });

        static void Rejects(string reason, RunRecord record) =>
            Assert.Contains(reason, Assert.Throws<UsageException>(() => RehearsalModel.Fit([Openings.Saturated, record])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Reads_of_the_room_cost_what_a_saturated_shop_sells_less()
    {
        var busy = Openings.Run(3, Openings.Saturated.Opening! with { HasRoom = true, Sold = [.. Openings.Saturated.Opening!.Sold.Select(seats => seats * 2 / 3)] }, inFlight: 60, milliseconds: 2_000);
        busy = busy with { Steps = [.. busy.Steps, busy.Steps[0] with { Name = "2 room" }] };

        var model = RehearsalModel.Fit([Openings.Saturated, Openings.Quiet, busy]);

        // 20 purchases a second beside 20 reads instead of 30.
        Assert.Equal((30.0, 0.5), (Math.Round(model.Carried, 6), Math.Round(model.RoomReadWork, 6)));
    }

    [Theory]
    [InlineData(0.01, 0.01)]
    [InlineData(0.01, 0.08)]
    public void Quiet_times_have_their_p50_and_p99(double p50, double p99)
    {
        var random = new Random(1);
        double[] times = [.. Enumerable.Range(0, 20_000).Select(_ => new StepTime(p50, p99).Sample(random)).Order()];

        Assert.InRange(times[times.Length / 2], 0.95 * p50, 1.05 * p50);
        Assert.InRange(times[times.Length * 99 / 100], 0.9 * p99, 1.1 * p99);
    }

    private static double InMilliseconds(StepTime step) => Math.Round(1_000 * step.P50);
}
