using Dugout.Features.WaitingRooms;
using Xunit;

namespace Dugout.Unit.Tests.WaitingRooms;

public sealed class AdmissionRateTests
{
    private static readonly WaitingRoomsOptions Busy = new();

    private static readonly AdmissionRate.Sale Quiet = new(TimeSpan.FromSeconds(1), Carried: 0, Waiting: 10_000, Places: 1_000, new(Requests: 100, Failed: 0, P99: 20));

    [Fact]
    public void While_the_shop_copes_and_fans_wait_the_rate_grows_to_the_highest()
    {
        var rate = 10.0;
        for (var tick = 0; tick < 18; tick++)
            rate = AdmissionRate.Next(Rooms.Row with { Rate = (decimal)rate, Reason = "faster" }, Quiet, Busy).Rate;

        Assert.Equal(100, rate);
        Assert.Equal("highest", AdmissionRate.Next(Rooms.Row with { Rate = (decimal)rate }, Quiet, Busy).Reason);
    }

    [Theory]
    [InlineData(0, 501, 0, 0, "slow")]
    [InlineData(2, 20, 0, 0, "failing")]
    [InlineData(0, 20, 51, 0, "pool-wait")]
    [InlineData(0, 20, 0, 91, "cpu")]
    [InlineData(2, 501, 51, 91, "slow")]
    public void A_busy_shop_lowers_it_at_once_and_never_below_the_lowest(int failed, double p99, double poolWait, double cpu, string reason)
    {
        var sale = Quiet with { Load = new(100, failed, p99, poolWait, cpu) };
        var step = AdmissionRate.Next(Rooms.Row, sale, Busy);

        Assert.Equal((35, 35, reason), (step.Rate, step.Numbers, step.Reason));
        Assert.Equal(10, AdmissionRate.Next(Rooms.Row with { Rate = 11 }, sale, Busy).Rate);
    }

    [Theory]
    [InlineData(1, 500, 50, 90)]
    public void At_its_limits_the_shop_copes(int failed, double p99, double poolWait, double cpu) =>
        Assert.Equal("faster", AdmissionRate.Next(Rooms.Row with { Reason = "slow" }, Quiet with { Load = new(100, failed, p99, poolWait, cpu) }, Busy).Reason);

    [Fact]
    public void From_the_opening_on_the_rate_doubles_until_the_shop_is_busy_for_the_first_time()
    {
        var room = Rooms.Row with { Rate = 10, MaxRate = 1_000, Reason = "draw" };
        List<(double Rate, string Reason)> steps = [];
        foreach (var load in (SaleLoad.Report[])[new(9, 0, 20), new(9, 0, 20), new(9, 0, 501), new(9, 0, 20)])
        {
            var step = AdmissionRate.Next(room, Quiet with { Load = load }, Busy);
            room = room with { Rate = (decimal)step.Rate, Reason = step.Reason };
            steps.Add((step.Rate, step.Reason));
        }

        Assert.Equal([(20, "starting"), (40, "starting"), (28, "slow"), (78, "faster")], steps);
    }

    [Fact]
    public void A_fraction_of_a_number_is_carried_over()
    {
        var step = AdmissionRate.Next(Rooms.Row with { MinRate = 1, Rate = 2.5m, MaxRate = 2 }, Quiet with { Elapsed = TimeSpan.FromMilliseconds(500), Carried = 0.5, Waiting = 2 }, Busy);

        Assert.Equal(1.75, step.Numbers);
    }

    [Theory]
    [InlineData(3, 1_000, 3)]
    [InlineData(10_000, 7, 7)]
    [InlineData(10_000, 0, 0)]
    public void No_more_are_admitted_than_wait_or_than_may_be_active(int waiting, int places, double numbers) =>
        Assert.Equal(numbers, AdmissionRate.Next(Rooms.Row, Quiet with { Waiting = waiting, Places = places }, Busy).Numbers);

    [Fact]
    public void Without_measurements_the_rate_stays()
    {
        var step = AdmissionRate.Next(Rooms.Row, Quiet with { Load = null }, Busy);

        Assert.Equal((50, 50, "unknown-load"), (step.Rate, step.Numbers, step.Reason));
    }

    [Fact]
    public void A_paused_room_admits_nobody_and_a_draining_one_as_many_as_it_may()
    {
        Assert.Equal(0, AdmissionRate.Next(Rooms.Row with { State = WaitingRoom.Paused }, Quiet, Busy).Numbers);
        Assert.Equal(100, AdmissionRate.Next(Rooms.Row with { State = WaitingRoom.Draining }, Quiet with { Places = 0 }, Busy).Numbers);
    }

    [Fact]
    public void The_load_of_all_replicas_is_their_sum_and_the_busiest() =>
        Assert.Equal(new SaleLoad.Report(30, 3, 90, 7, 60), SaleLoad.Report.Of([new(10, 1, 90, 2, 60), new(20, 2, 15, 7, 30)]));

    [Fact]
    public void A_report_begins_anew()
    {
        var load = new SaleLoad();
        for (var n = 1; n <= 100; n++)
            load.Add(TimeSpan.FromMilliseconds(n), failed: n > 98);

        Assert.Equal(new SaleLoad.Report(100, 2, 99), load.Take());
        Assert.Equal(new SaleLoad.Report(0, 0, 0), load.Take());
    }
}
