using Dugout.Load.Rehearsals;
using Xunit;

namespace Dugout.Load.Tests.Rehearsals;

/// <summary>Simulated sales whose figures can be computed by hand.</summary>
public sealed class RehearsalTests
{
    [Fact]
    public void With_a_fast_shop_the_rate_of_admission_decides()
    {
        var result = Rehearsal.Run(Shop(1e6), Sale(fans: 3_000, seats: 1_000, rate: 50));

        // The chance that the next seat is free is about the share of free seats, so a seat needs about 2 ln 1.5 = 0.81 fans; the first are admitted a tick after the draw.
        Assert.InRange(result.Buyers, 750, 840);
        var ticks = Math.Ceiling(result.Buyers / 50.0);
        Assert.InRange(result.SoldOutAfter!.Value, ticks, ticks + 5);
        Assert.Equal((1_000, 0), (result.Sold, result.GaveUp));
    }

    [Fact]
    public void With_a_slow_shop_the_carried_rate_decides()
    {
        var sale = Sale(fans: 1_000, seats: 400, rate: 100);
        var (slow, fast) = (Rehearsal.Run(Shop(20), sale), Rehearsal.Run(Shop(40), sale));

        // Each hold follows a read of the seats, each of them a third of a purchase; later fans' reads are served between them.
        var work = ((2 * slow.Holds) + slow.Buyers) / 3.0;
        Assert.InRange(slow.SoldOutAfter!.Value * 20, 0.98 * work, 1.4 * work);
        Assert.InRange(slow.SoldOutAfter.Value / fast.SoldOutAfter!.Value, 1.6, 2.5);
        Assert.InRange(slow.PeakUtilization, 0.99, 1);
    }

    [Fact]
    public void Without_a_room_all_requests_queue_and_fans_want_the_same_seats()
    {
        var result = Rehearsal.Run(Shop(20), Sale(fans: 1_000, seats: 400, rate: 1) with { HasRoom = false });

        // All read the seats before the first hold is served: a third of a purchase each.
        Assert.InRange(result.LongestQueue, 0.9 * 1_000 / 3 / 20, double.MaxValue);
        Assert.InRange(result.SoldOutAfter!.Value * 20, ((2 * result.Holds) + result.Buyers) / 3.0 * 0.99, double.MaxValue);
        Assert.InRange(result.Holds, 2 * result.Buyers, 5_000);
    }

    [Fact]
    public void Seats_of_an_abandoned_hold_are_sold_once_it_lapses()
    {
        var sale = Sale(fans: 0, seats: 100, rate: 1) with { HasRoom = false, Arrivals = [.. Enumerable.Range(0, 400).Select(fan => fan * 0.75)], AbandonPercent = 30, HoldSeconds = 20 };

        var (lapsing, lasting) = (Rehearsal.Run(Shop(1e6), sale), Rehearsal.Run(Shop(1e6), sale with { HoldSeconds = 1_000 }));

        Assert.True(lapsing.SoldOutAfter > lapsing.TakenAfter + 1, $"sold out after {lapsing.SoldOutAfter}, taken after {lapsing.TakenAfter}");
        Assert.InRange(lapsing.Abandoned, 1, 100);
        Assert.Null(lasting.SoldOutAfter);
        Assert.InRange(lasting.Sold, 50, 90);
    }

    [Fact]
    public void No_fan_waits_longer_than_the_patience()
    {
        var result = Rehearsal.Run(Shop(1e6), Sale(fans: 2_000, seats: 1_500, rate: 10) with { PatienceSeconds = 30 });

        Assert.InRange(result.Waits.Max(wait => wait.Wait), 20, 30.01);
        Assert.InRange(result.Waits.Count, 200, 330);
        Assert.Equal(2_000, result.GaveUp + result.Buyers + result.FoundNone);
    }

    [Fact]
    public void A_busy_shop_slows_the_admission_down()
    {
        var sale = Sale(fans: 2_000, seats: 800, rate: 5) with { MaxRate = 400 };

        var (busy, quiet) = (Rehearsal.Run(Shop(10), sale), Rehearsal.Run(Shop(1e6), sale));
        var unlimited = Rehearsal.Run(Shop(10), sale with { MinRate = 400 });

        Assert.True(busy.SoldOutAfter > 3 * quiet.SoldOutAfter, $"{busy.SoldOutAfter}, {quiet.SoldOutAfter}");
        Assert.True(busy.LongestQueue < 0.75 * unlimited.LongestQueue, $"{busy.LongestQueue}, {unlimited.LongestQueue}");
    }

    [Fact]
    public void No_more_fans_are_active_than_allowed_and_who_buys_makes_room_for_the_next()
    {
        var sale = Sale(fans: 1_000, seats: 400, rate: 50) with { PatienceSeconds = 5_000 };

        var (unlimited, limited) = (Rehearsal.Run(Shop(1e6), sale), Rehearsal.Run(Shop(1e6), sale with { MaxActive = 10 }));
        var abandoned = Rehearsal.Run(Shop(1e6), sale with { MaxActive = 10, AbandonPercent = 100 });

        // Of a step's ten fans, who buy 15 seats, none has the pass at the next step a second later, and nearly all have it at the one after that.
        Assert.InRange(unlimited.SoldOutAfter!.Value, 4, 12);
        Assert.InRange(limited.SoldOutAfter!.Value, 400 / 15.0, 4 * 400 / 15.0);
        Assert.InRange(limited.SecondsLimitedByActive, 20, 150);
        // Those who buy nothing are active until their passes end, after ten minutes.
        Assert.InRange(abandoned.Abandoned, 10, 120);
    }

    [Fact]
    public void The_same_seed_gives_the_same_sale()
    {
        var sale = Sale(fans: 500, seats: 200, rate: 20);

        var (one, same, other) = (Rehearsal.Run(Shop(50), sale), Rehearsal.Run(Shop(50), sale), Rehearsal.Run(Shop(50), sale with { Seed = 2 }));

        Assert.Equal(one.Waits, same.Waits);
        Assert.Equal((one.SoldOutAfter, one.Holds), (same.SoldOutAfter, same.Holds));
        Assert.NotEqual(one.Waits, other.Waits);
    }

    [Fact]
    public void The_waiting_time_grows_with_the_number()
    {
        var waits = Rehearsal.Run(Shop(1e6), Sale(fans: 3_000, seats: 1_000, rate: 20)).WaitsByNumber.ToList();

        Assert.Equal(10, waits.Count);
        Assert.Equal(waits.OrderBy(wait => wait.P50), waits);
        Assert.All(waits, wait => Assert.InRange(wait.P50, wait.From / 20.0, (wait.To / 20.0) + 6));
    }

    [Theory]
    [InlineData(56, 4)]
    [InlineData(28, 2)]
    [InlineData(12, 1)]
    public void As_many_replicas_are_needed_as_keep_a_reserve(int rate, int replicas)
    {
        // Each carries 20 a second, and is to be used to eight tenths.
        var need = ReplicaNeed.Of(Shop(20), Sale(fans: 6_000, seats: 2_000, rate), 200);

        Assert.Equal(replicas, need.Replicas);
        Assert.InRange(need.Result.TakenAfter!.Value, 1, 200);
    }

    [Fact]
    public void No_number_of_replicas_helps_where_the_primary_or_the_rate_is_the_limit()
    {
        var primary = ReplicaNeed.Of(Shop(20) with { PrimaryCarries = 30 }, Sale(fans: 6_000, seats: 2_000, rate: 56), 200);
        var rate = ReplicaNeed.Of(Shop(20), Sale(fans: 2_000, seats: 500, rate: 12), 20);

        Assert.Null(primary.Replicas);
        Assert.InRange(primary.Result.PeakUtilization, 0.9, 1);
        Assert.Null(rate.Replicas);
        Assert.Null(rate.Result.TakenAfter);
    }

    /// <summary>One replica that carries so many purchases a second; a step takes a millisecond, and is a third of a purchase.</summary>
    private static RehearsalModel Shop(double carried) => new() { Carried = carried, Replicas = 1, Taken = new(0.001, 0.001), Hold = new(0.001, 0.001), Reserve = new(0.001, 0.001) };

    /// <summary>All fans come in the last minute before the opening, and are admitted at a constant rate.</summary>
    private static RehearsedSale Sale(int fans, int seats, int rate) => new()
    {
        Arrivals = RehearsedSale.ArrivalsOf(fans, earlyPercent: 100, minutes: 1, seed: 1),
        Seats = seats,
        MinRate = rate,
        MaxRate = rate,
        PatienceSeconds = 600,
        Replicas = 1,
        Seed = 1,
    };
}
