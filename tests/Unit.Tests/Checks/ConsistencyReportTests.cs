using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>Each rule of the consistency check with a shop that follows it, and one that violates it.</summary>
public sealed class ConsistencyReportTests
{
    private readonly Past _past = new();

    public ConsistencyReportTests()
    {
        _past.Held(0, 1, 1, 10, until: 100, 5, 6);
        _past.Reserved(2, 3, 1, 10, 10, 5, 6);
        _past.Held(0, 1, 2, 20, until: 100, 7);
        _past.Reserved(2, 3, 2, 20, 20, 7);
        _past.Cancelled(4, 5, 2, 20, 7);
    }

    [Fact]
    public void A_correct_run_passes_every_check() => Assert.All(Of(_past.Rows()).Findings, finding => Assert.Empty(finding.Differences));

    [Fact]
    public void A_lost_acknowledgement_is_found()
    {
        var rows = _past.Rows();

        AssertFound("Every acknowledged reservation is a row", WithoutTheFirst(rows), "reservation 10 of account 1 (hold 10) was acknowledged and is not a row");
    }

    [Fact]
    public void A_lost_seat_is_found_unless_its_cancellation_may_have_happened()
    {
        var rows = Unclaimed(_past.Rows());
        AssertFound("Every acknowledged reservation is a row", rows, "has lost seat 11/5");

        var cancel = _past.Cancelled(6, 7, 1, 10, 5);
        _past.Change(cancel, cancel with { OperationKind = OperationKind.CancelSeat, OperationResult = OperationResult.Unknown, Returned = null });
        AssertPassed("Every acknowledged reservation is a row", rows);

        static SaleRows Unclaimed(SaleRows rows) => Changed(rows, seat => seat with { Claimed = seat.Claimed && seat.Number != 5 });
    }

    [Fact]
    public void A_row_of_an_unknown_reservation_is_accepted_and_any_other_is_found()
    {
        var rows = _past.Rows();
        var sale = _past.Operations.Single(one => one.Reservation == 10 && one.OperationKind == OperationKind.Reserve);

        _past.Change(sale, sale with { OperationResult = OperationResult.Unknown, Returned = null, Reservation = null });
        AssertPassed("Every row of the run was acknowledged", rows);
        Assert.Contains("hold 10 of account 1 ended unknown (): reservation 10 was made", Of(rows).Notes);

        _past.Change(sale, sale with { OperationResult = OperationResult.Rejected, Code = "limit-reached", Reservation = null });
        AssertFound("Every row of the run was acknowledged", rows, "reservation 10 of account 1 (hold 10) is a row that was never acknowledged");
    }

    [Fact]
    public void A_double_sale_is_found_with_both_holds_and_reservations()
    {
        _past.Held(6, 7, 3, 30, until: 100, 5);
        _past.Reserved(8, 9, 3, 30, 30, 5);

        var found = AssertFound("No seat was acknowledged to two reservations", _past.Rows(), "seat 11/5 of game 1: reservations 10, 30");

        Assert.Equal(
        [
            "  0.000 - 1.000 s  account 1 holds 11/5 11/6: ok, hold 10, until 100.000 s",
            "  2.000 - 3.000 s  account 1 reserves hold 10 (11/5 11/6), key key-10: ok, reservation 10",
            "  6.000 - 7.000 s  account 3 holds 11/5: ok, hold 30, until 100.000 s",
            "  8.000 - 9.000 s  account 3 reserves hold 30 (11/5), key key-30: ok, reservation 30",
        ], found.Split('\n').Skip(1));
    }

    [Fact]
    public void A_hold_reserved_by_another_account_is_found_with_both()
    {
        _past.Held(6, 7, 3, 30, until: 100, 8);
        _past.Reserved(8, 9, 4, 30, 30, 8);

        var found = AssertFound("Every hold was reserved by the account that made it", _past.Rows(), "account 4 bought hold 30 of account 3");

        Assert.Equal(
        [
            "  6.000 - 7.000 s  account 3 holds 11/8: ok, hold 30, until 100.000 s",
            "  8.000 - 9.000 s  account 4 reserves hold 30 (11/8), key key-30: ok, reservation 30",
        ], found.Split('\n').Skip(1));
    }

    [Fact]
    public void A_seat_may_be_sold_again_after_its_cancellation_was_requested()
    {
        _past.Held(6, 7, 3, 30, until: 100, 7);
        _past.Reserved(8, 9, 3, 30, 30, 7);

        AssertPassed("No seat was acknowledged to two reservations", _past.Rows());
    }

    [Fact]
    public void A_cancelled_seat_that_is_still_sold_is_found()
    {
        var rows = _past.Rows();

        AssertFound("Every acknowledged cancellation freed its seats", Changed(rows, seat => seat with { Claimed = true }), "seat 11/7 was cancelled and is still sold to reservation 20");
    }

    [Fact]
    public void Two_reservations_for_one_key_are_found()
    {
        _past.Held(6, 7, 1, 11, until: 100, 8);
        var repeat = _past.Reserved(8, 9, 1, 11, 11, 8);
        _past.Change(repeat, repeat with { Key = "key-10" });

        AssertFound("Every repeat with one key got the same reservation", _past.Rows(), "account 1 got reservations 10, 11 for one key");

        _past.Change(repeat, repeat with { Key = "key-10", Account = 3 }); // keys belong to the account
        AssertPassed("Every repeat with one key got the same reservation", _past.Rows());
    }

    [Fact]
    public void Remaining_is_capacity_minus_sold_and_blocked()
    {
        var rows = _past.Rows();
        AssertPassed("Remaining seats", Changed(rows, game => game with { Grades = [game.Grades[0] with { Blocked = 1, Capacity = 101 }] }));
        AssertFound("Remaining seats", Changed(rows, game => game with { Grades = [game.Grades[0] with { Blocked = 1 }] }), "game 1, grade 11: 98 shown, 100 - 2 - 1 in the rows");
        AssertFound("Remaining seats", Changed(rows, game => game with { Unread = ["game 1: the shop did not return the grades (failed 500)"] }), "game 1: the shop did not return the grades (failed 500)");
    }

    [Fact]
    public void Two_claims_and_too_many_claims_are_found()
    {
        var rows = _past.Rows();
        AssertFound("No seat has two claims", Changed(rows, game => game with { Claims = [.. game.Claims, new ClaimRow(1, 11, 5, null)] }), "seat 11/5 of game 1 is claimed by reservation 10 and an operator");
        AssertFound("No seat has two claims", Changed(rows, game => game with { Grades = [game.Grades[0] with { Capacity = 2, Blocked = 1 }] }), "game 1, grade 11: 2 sold and 1 blocked of 2");
    }

    [Fact]
    public void A_limit_exceeded_in_the_rows_or_temporarily_is_found()
    {
        const string rule = "No account had more seats at any moment";
        var rows = _past.Rows();
        AssertFound(rule, Changed(rows, game => game with { Grades = [game.Grades[0] with { SeatsPerAccount = 1 }] }), "account 1 has 2 seats of grade 11 of game 1 in the rows, 1 are allowed");
        AssertFound(rule, Changed(rows, game => game with { Grades = [game.Grades[0] with { SeatsPerAccountInGame = 1 }] }), "account 1 has 2 seats of game 1 in the rows, 1 are allowed");

        _past.Held(4, 5, 1, 30, until: 100, 10, 11, 12);
        _past.Reserved(6, 7, 1, 30, 30, 10, 11, 12);
        _past.Cancelled(8, 9, 1, 10, 5, 6);
        var found = AssertFound(rule, _past.Rows(), "account 1 had 5 seats of grade 11 of game 1 at 7.000 s, 4 are allowed");
        Assert.Equal(2, found.Split('\n').Length - 1);

        _past.Cancelled(5.5, 9, 1, 10, 5, 6); // sent before the fifth was sold
        AssertPassed(rule, _past.Rows());
    }

    [Theory]
    [InlineData(99, true)]
    [InlineData(101, false)]
    public void A_hold_may_be_visible_until_its_deadline(double queriedAt, bool passes)
    {
        _past.Held(6, 7, 3, 30, until: 100, 8);

        var rows = Taken(queriedAt, 8);

        if (passes) AssertPassed("No hold outlives its deadline", rows);
        else AssertFound("No hold outlives its deadline", rows, "seat 11/8 of game 1 is shown as taken, and no account has or holds it");
    }

    [Fact]
    public void A_seat_that_was_released_or_cancelled_and_is_still_taken_is_found()
    {
        _past.Held(6, 7, 3, 30, until: 100, 8);
        var release = _past.Released(8, 9, 3, 30, 8);

        AssertFound("No hold outlives its deadline", Taken(10, 8), "seat 11/8 of game 1 is shown as taken");
        AssertFound("No hold outlives its deadline", Taken(10, 7), "seat 11/7 of game 1 is shown as taken");

        _past.Change(release, release with { OperationResult = OperationResult.Unknown, Returned = null });
        AssertPassed("No hold outlives its deadline", Taken(10, 8));
    }

    [Fact]
    public void A_seat_never_held_in_this_run_may_be_taken_unless_all_seats_were_free()
    {
        _past.Lost(6, 7, 3, "held", 9);
        AssertFound("No hold outlives its deadline", Taken(10, 9), "seat 11/9");

        _past.Terms = _past.Terms with { FreeAtFirst = false };
        AssertPassed("No hold outlives its deadline", Taken(10, 9));
    }

    [Fact]
    public void An_unknown_hold_may_be_visible()
    {
        var hold = _past.Held(6, 7, 3, 30, until: 100, 8);
        _past.Change(hold, hold with { OperationResult = OperationResult.Unknown, Hold = null, Deadline = null, Returned = null });

        AssertPassed("No hold outlives its deadline", Taken(10, 8));
    }

    [Fact]
    public void The_rows_decide_the_outcome_of_an_unknown_reservation()
    {
        var sale = _past.Operations.Single(one => one.Reservation == 10 && one.OperationKind == OperationKind.Reserve);
        var rows = _past.Rows();
        _past.Change(sale, sale with { OperationResult = OperationResult.Unknown, Returned = null, Reservation = null });
        _past.Held(101, 102, 3, 30, until: 200, 5); // after the first hold's deadline

        AssertPassed("The responses about each seat", WithoutTheFirst(rows));
        AssertFound("The responses about each seat", rows, "seat 11/5 of game 1: no order of events explains these responses");
    }

    private SaleRows Taken(double queriedAt, params int[] seats) =>
        Changed(_past.Rows(), game => game with { QueriedAt = TimeSpan.FromSeconds(queriedAt), Taken = [.. game.Taken, .. seats.Select(number => new Load.Client.Seat(Past.Grade, number))] });

    private static SaleRows Changed(SaleRows rows, Func<GameRows, GameRows> change) => new(rows.Since, rows.Reservations, [.. rows.Games.Select(change)]);

    private static SaleRows Changed(SaleRows rows, Func<SeatRow, SeatRow> change) =>
        new(rows.Since, [.. rows.Reservations.Select(row => row with { Seats = [.. row.Seats.Select(change)] })], rows.Games);

    private static SaleRows WithoutTheFirst(SaleRows rows) => new(rows.Since, [.. rows.Reservations.Skip(1)], rows.Games);

    private Verdict Of(SaleRows rows) => ConsistencyReport.Of(_past.History, rows, _past.Terms);

    private void AssertPassed(string rule, SaleRows rows) => Assert.Empty(Rule(rule, rows).Differences);

    private string AssertFound(string rule, SaleRows rows, string difference)
    {
        Assert.False(Of(rows).Passed);
        return Rule(rule, rows).Differences.First(one => one.Contains(difference, StringComparison.Ordinal));
    }

    private Finding Rule(string rule, SaleRows rows) => Assert.Single(Of(rows).Findings, finding => finding.Sentence.StartsWith(rule, StringComparison.Ordinal));
}
