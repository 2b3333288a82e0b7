using Dugout.Load.Checks.Histories;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <content>Which errors and displayed states are accepted.</content>
public sealed partial class OrderTests
{
    [Theory]
    [InlineData(3, 8, true)]
    [InlineData(3, 26, false)] // after the hold's end
    [InlineData(6, 8, false)] // long enough after the sale: it is on the disk
    public void A_store_that_lost_its_data_may_have_lost_that_a_hold_was_sold(double lostAt, double seenAt, bool passes)
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        _past.Reserved(2, 2.5, 1, 10, 10, 5);
        _past.HoldsLost(lostAt, lostAt + 0.1);
        _past.Cancelled(7, 7.5, 1, 10, 5);
        _past.Lost(seenAt, seenAt + 1, 2, "held", 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Theory]
    [InlineData("held", 1.5, true)]
    [InlineData("held", 4, true)] // being sold is being taken
    [InlineData("held", 8, false)]
    [InlineData("sold", 1.5, false)]
    [InlineData("sold", 4, true)]
    [InlineData("sold", 8, false)]
    [InlineData("blocked", 4, false)]
    [InlineData("blocked", 12, true)]
    public void An_error_needs_a_moment_at_which_it_was_true(string reason, double at, bool passes)
    {
        Sold(0, account: 1, hold: 10); // held from 0..1, sold from 2..3
        _past.Cancelled(5, 6, 1, 10, 5);
        _past.Blocked(9, 10, 5);
        _past.Lost(at, at + 0.2, 2, reason, 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Fact]
    public void An_error_concurrent_with_a_failed_attempt_may_be_caused_by_it()
    {
        _past.Lost(1, 2, 1, "held", 5);
        Assert.False(_past.Order().Passed);

        var attempt = _past.Held(0, 1.5, 2, 20, until: 100, 5);
        _past.Change(attempt, attempt with { OperationResult = OperationResult.Rejected, Code = "limit-reached", Hold = null, Deadline = null });
        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void An_unacknowledged_hold_may_block_others()
    {
        var attempt = _past.Held(0, 1, 1, 10, until: 100, 5);
        _past.Change(attempt, attempt with { OperationResult = OperationResult.Failed, Code = "shed busy", Hold = null, Deadline = null });
        _past.Lost(5, 6, 2, "held", 5);

        Assert.True(_past.Order().Passed);
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(20.5, true)]
    public void A_hold_expired_error_is_accepted_only_after_the_deadline(double at, bool passes)
    {
        _past.Held(0, 1, 1, 10, until: 20, 5);
        var rejected = _past.Reserved(at, at + 1, 1, 10, 10, 5);
        _past.Change(rejected, rejected with { OperationResult = OperationResult.Rejected, Code = "hold-expired", Reservation = null, Sold = [] });

        Assert.Equal(passes, _past.Order().Passed);
    }

    /// <summary>A hold that has expired can no longer be reserved, but blocks its seats until the grace period is over.</summary>
    [Theory]
    [InlineData(23, true)]
    [InlineData(40, false)]
    public void A_seat_may_be_shown_as_held_after_its_hold_expired_until_the_grace_period_is_over(double at, bool passes)
    {
        _past.Terms = _past.Terms with { Grace = TimeSpan.FromSeconds(2) };
        _past.Held(0, 1, 1, 10, until: 20, 5);
        var expired = _past.Reserved(20.5, 22, 1, 10, 10, 5);
        _past.Change(expired, expired with { OperationResult = OperationResult.Rejected, Code = "hold-expired", Reservation = null, Sold = [] });
        _past.Lost(at, at + 0.2, 2, "held", 5);

        Assert.Equal(passes, _past.Order().Passed);
    }

    [Fact]
    public void A_cancellation_is_rejected_as_repeated_only_when_it_is()
    {
        Sold(0, account: 1, hold: 10);
        var rejected = _past.Cancelled(5, 6, 1, 10, 5);
        _past.Change(rejected, rejected with { OperationResult = OperationResult.Rejected, Code = "already-cancelled" });
        Assert.False(_past.Order().Passed);

        Unknown(_past.Cancelled(4, 4.5, 1, 10, 5));
        Assert.True(_past.Order().Passed);
    }

    [Fact]
    public void State_before_the_run_explains_errors_until_the_seat_is_known()
    {
        _past.Terms = _past.Terms with { FreeAtFirst = false };
        _past.Lost(0, 1, 1, "blocked", 5);
        _past.Lost(2, 3, 1, "sold", 5);
        Assert.True(_past.Order().Passed);

        _past.Held(4, 5, 1, 10, until: 100, 5);
        _past.Lost(6, 7, 2, "sold", 5);
        AssertWitness(("account 1 holds", "ok, hold 10"), ("account 2 holds", "seat-taken 11/5 sold"));
    }
}
