using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Checks.Linearizability;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

/// <summary>How long the search takes. The time is printed; ten times the goal fails.</summary>
public sealed class OrderSpeedTests(ITestOutputHelper output)
{
    [Fact]
    public void A_hundred_thousand_operations_on_a_thousand_seats_take_seconds()
    {
        var past = new Past();
        for (var seat = 1; seat <= 1_000; seat++)
        {
            // Fifty buyers one after the other, each with a rejected request while the seat is held.
            for (var i = 0; i < 20; i++)
            {
                var (at, hold) = (i * 10.0, (seat * 1_000L) + i);
                past.Held(at, at + 1, i, hold, at + 100, seat);
                past.Lost(at + 1.5, at + 2.5, i + 1, "held", seat);
                past.Reserved(at + 2, at + 3, i, hold, hold, seat);
                past.Lost(at + 4, at + 5, i + 1, "sold", seat);
                past.Cancelled(at + 6, at + 7, i, hold, seat);
            }
        }

        Assert.Equal(100_000, past.Operations.Count);
        AssertFast("100,000 operations on 1,000 seats", TimeSpan.FromSeconds(3), () => Assert.True(past.Order().Passed));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Five_thousand_concurrent_attempts_on_one_seat_take_no_longer(bool right)
    {
        var past = new Past();
        past.Held(0, 60, 1, 10, 300, 5);
        past.Reserved(61, 62, 1, 10, 10, 5);
        for (var i = 0; i < 5_000; i++) past.Lost(i * 0.01, 63 + (i * 0.001), 100 + i, i % 2 == 0 ? "held" : "sold", 5);
        if (!right) past.Held(70, 71, 2, 20, 300, 5);

        AssertFast($"5,000 attempts at once on one seat{(right ? "" : ", and the witness")}", TimeSpan.FromSeconds(1), () =>
        {
            var order = past.Order();
            Assert.Equal(right, order.Passed);
            if (!right) Assert.Equal(3, order.Differences[0].Split('\n').Length);
        });
    }

    [Fact]
    public void Attempts_without_a_response_do_not_multiply()
    {
        var past = new Past();
        for (var i = 0; i < 1_000; i++)
        {
            var at = i * 10.0;
            past.Held(at, at + 1, i, i + 1, at + 5, 5);
            Unknown(past.Held(at, at + 1, i + 1, 0, at + 5, 5));
            var sale = past.Reserved(at + 2, at + 3, i, i + 1, i + 1, 5);
            if (i % 2 == 0) Unknown(sale);
            else Unknown(past.Cancelled(at + 3, at + 4, i, i + 1, 5));
        }

        past.Held(20_000, 20_001, 1, 5_001, 30_000, 5);
        past.Held(20_002, 20_003, 2, 5_002, 30_000, 5);

        AssertFast("2,000 unknown outcomes on one seat, and the witness", TimeSpan.FromSeconds(1), () => Assert.Equal(3, past.Order().Differences[0].Split('\n').Length));

        void Unknown(Operation one) => past.Change(one, one with { OperationResult = OperationResult.Unknown, Returned = null });
    }

    [Fact]
    public void Too_long_a_search_is_aborted_and_reported()
    {
        var past = new Past();
        past.Held(0, 1, 1, 10, 300, 5);
        past.Reserved(2, 3, 1, 10, 10, 5);

        Assert.Equal(Order.Undecided, OrderSearch.Of(new SeatHistories(past.History, rows: null, past.Terms).All().Single().Story, patience: 1));
    }

    private void AssertFast(string what, TimeSpan goal, Action check)
    {
        var begun = Stopwatch.GetTimestamp();
        check();
        var took = Stopwatch.GetElapsedTime(begun);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{what}: {took.TotalSeconds:0.000} s, the goal is {goal.TotalSeconds:0} s"));
        Assert.True(took < 10 * goal, $"{what} took {took}");
    }
}
