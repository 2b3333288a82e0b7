using Dugout.Load.Checks.Histories;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>The model of one seat, by histories written by hand: those that may be, and those that must be found.</summary>
public sealed partial class OrderTests
{
    private readonly Past _past = new();

    [Fact]
    public void A_seat_may_be_held_sold_cancelled_and_sold_again()
    {
        Sold(0, account: 1, hold: 10);
        _past.Lost(4, 5, 2, "sold", 5);
        _past.Cancelled(6, 7, 1, 10, 5);
        Sold(8, account: 2, hold: 20);

        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void A_seat_is_not_sold_to_two()
    {
        Sold(0, account: 1, hold: 10);
        Sold(5, account: 2, hold: 20);
        Rejections(300);

        // Whatever else happened: it was sold, and then held for another account.
        AssertWitness(("account 1", "ok, reservation 10"), ("account 2", "ok, hold 20"));
    }

    [Fact]
    public void Two_reservations_of_unknown_holds_contradict_too()
    {
        _past.Terms = _past.Terms with { FreeAtFirst = false };
        _past.Reserved(0, 5, 1, 10, 10, 5);
        _past.Reserved(0, 5, 2, 20, 20, 5);

        AssertWitness(("account 1", "ok, reservation 10"), ("account 2", "ok, reservation 20"));
    }

    [Theory]
    [InlineData(19.5, false)] // response before the first deadline
    [InlineData(20, true)]
    public void A_held_seat_is_not_held_again_before_its_deadline(double answered, bool passes)
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Held(19, answered, 2, 20, until: 40, 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Fact]
    public void Clocks_may_be_apart_by_the_tolerance()
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Held(19, 19.5, 2, 20, until: 40, 5);
        _past.Terms = _past.Terms with { ClockTolerance = TimeSpan.FromSeconds(1) };

        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void A_renewal_moves_the_deadline_and_is_the_witness()
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Renewed(10, 11, 1, 10, until: 30, 5);
        _past.Held(25, 26, 2, 20, until: 60, 5);

        AssertWitness(("account 1 renews hold 10", "until 30.000 s"), ("account 2", "ok, hold 20"));
    }

    [Theory]
    [InlineData(5, 6, true)]
    [InlineData(1, 1.5, false)] // before the hold was sent: it was made afterwards
    public void A_store_that_lost_its_data_may_hold_a_seat_again(double from, double to, bool passes)
    {
        _past.Held(2, 3, 1, 10, until: 20, 5);
        _past.HoldsLost(from, to);
        _past.Held(8, 9, 2, 20, until: 40, 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_hold_outlasts_the_sale_and_cancellation_of_the_lost_hold_before_it(bool isReleased)
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.HoldsLost(3, 4);
        _past.Held(5, 6, 2, 20, until: 60, 5);
        _past.Reserved(2, 7, 1, 10, 10, 5); // began before the loss, and was decided after the other hold
        if (isReleased) _past.Released(8, 9, 2, 20, 5);
        _past.Cancelled(10, 11, 1, 10, 5);
        _past.Lost(12, 13, 3, "held", 5);
        _past.Reserved(14, 15, 2, 20, 20, 5);

        Assert.Equal(!isReleased, _past.Order().Passed);
    }

    [Fact]
    public void A_hold_renewed_after_a_loss_has_survived_it()
    {
        _past.Held(2, 3, 1, 10, until: 20, 5);
        _past.HoldsLost(4, 5);
        _past.Renewed(6, 7, 1, 10, until: 30, 5);
        _past.Held(8, 9, 2, 20, until: 40, 5);

        Assert.False(_past.Order().Passed);
    }

    [Theory]
    [InlineData(3, true)]
    [InlineData(8, false)] // long enough after the release: it is on the disk
    public void A_store_that_lost_its_data_may_have_lost_a_release(double lostAt, bool passes)
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Released(2, 2.5, 1, 10, 5);
        _past.HoldsLost(lostAt, lostAt + 1);
        _past.Lost(10, 11, 2, "held", 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Fact]
    public void A_release_frees_the_seat_and_one_that_is_unknown_may()
    {
        _past.Held(0, 1, 1, 10, until: 100, 5);
        var release = _past.Released(2, 3, 1, 10, 5);
        _past.Held(4, 5, 2, 20, until: 100, 5);
        Assert.True(_past.Order().Passed);

        _past.Change(release, release with { OperationResult = OperationResult.Unknown, Returned = null });
        Assert.True(_past.Order().Passed);

        _past.Remove(release);
        Assert.False(_past.Order().Passed);
    }

    [Fact]
    public void A_reservation_after_its_hold_went_to_another_is_found()
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Held(21, 22, 2, 20, until: 60, 5);
        _past.Reserved(23, 24, 1, 10, 10, 5);

        Assert.False(_past.Order().Passed);
    }

    [Fact]
    public void An_unacknowledged_reservation_may_have_sold_the_seat_or_not()
    {
        _past.Held(0, 1, 1, 10, until: 100, 5);
        Unknown(_past.Reserved(2, 3, 1, 10, 10, 5));
        _past.Lost(4, 5, 2, "sold", 5);
        Assert.True(_past.Order().Passed);

        _past.Held(101, 102, 2, 20, until: 200, 5); // sold once, so not free again
        Assert.False(_past.Order().Passed);

        Unknown(_past.Cancelled(90, 91, 1, 10, 5));
        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void A_cancellation_is_not_acknowledged_twice()
    {
        Sold(0, account: 1, hold: 10);
        _past.Cancelled(5, 6, 1, 10, 5);
        _past.Cancelled(7, 8, 1, 10, 5);

        AssertWitness(("account 1 cancels reservation 10", "ok"), ("account 1 cancels reservation 10", "ok"));
    }

    [Fact]
    public void The_whole_may_be_cancelled_after_one_of_its_seats()
    {
        _past.Held(0, 1, 1, 10, until: 100, 5, 6);
        _past.Reserved(2, 3, 1, 10, 10, 5, 6);
        var one = _past.Cancelled(4, 5, 1, 10, 5);
        _past.Change(one, one with { OperationKind = OperationKind.CancelSeat });
        _past.Held(6, 7, 2, 20, until: 100, 5);
        _past.Cancelled(8, 9, 1, 10, 5, 6);

        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void A_repeat_with_the_same_key_is_the_same_sale()
    {
        Sold(0, account: 1, hold: 10);
        _past.Cancelled(5, 6, 1, 10, 5);
        Sold(7, account: 2, hold: 20);
        var repeat = _past.Reserved(12, 13, 1, 10, 10, 5);
        Assert.True(_past.Order().Passed);

        _past.Change(repeat, repeat with { Key = "another" });
        Assert.False(_past.Order().Passed);
    }

    [Fact]
    public void Operations_at_the_same_time_may_be_in_either_order()
    {
        _past.Held(0, 10, 1, 10, until: 100, 5);
        _past.Lost(0, 10, 2, "sold", 5);
        _past.Reserved(0.5, 10, 1, 10, 10, 5);
        _past.Held(0, 10, 2, 20, until: 100, 5);
        _past.Released(1, 10, 2, 20, 5);

        Assert.True(_past.Order().Passed);
    }

    private void Sold(double from, long account, long hold)
    {
        _past.Held(from, from + 1, account, hold, until: from + 100, 5);
        _past.Reserved(from + 2, from + 3, account, hold, hold, 5);
    }

    private void Rejections(int howMany)
    {
        for (var i = 0; i < howMany; i++) _past.Lost(3 + (i * 0.01), 4 + (i * 0.01), 100 + i, "sold", 5);
    }

    private void Unknown(Operation one) => _past.Change(one, one with { OperationResult = OperationResult.Unknown, Returned = null, Code = "timeout" });

    /// <summary>The difference names the seat and then, a line each, these operations and no other.</summary>
    private void AssertWitness(params (string Who, string How)[] expected)
    {
        var lines = Assert.Single(_past.Order().Differences).Split('\n');
        Assert.Equal("seat 11/5 of game 1: no order of events explains these responses", lines[0]);
        Assert.Equal(expected.Length, lines.Length - 1);
        Assert.All(expected.Zip(lines.Skip(1)), pair =>
        {
            Assert.Contains(pair.First.Who, pair.Second);
            Assert.Contains(pair.First.How, pair.Second);
        });
    }
}
