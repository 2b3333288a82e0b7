using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;
using Dugout.Load.Demonstrations;
using Xunit;

namespace Dugout.Load.Tests.Demonstrations;

public sealed class RushResultTests
{
    private static readonly Verdict ResponseChecks = new([new Finding("All is well", [])], []);

    [Fact]
    public void A_seat_sold_twice_is_shown_with_both_fans_and_replicas()
    {
        var ledger = new HistoryRecorder(TimeProvider.System);
        Buy(ledger, account: 1, reservation: 10, number: 5);
        Buy(ledger, account: 2, reservation: 20, number: 5);
        Buy(ledger, account: 3, reservation: 30, number: 6);
        ledger.Reserve(4, 1, 40, "k40", new Seat(11, 5)).Rejected("hold-expired");

        var rush = RushResult.Of(ledger.Read(), new Dictionary<long, string> { [10] = "api-1", [20] = "api-2", [30] = "api-1" }, ResponseChecks, 1);

        Assert.Equal((4, 3, 1, 0), (rush.Presses, rush.Bought, rush.Rejected, rush.Unclear));
        var twice = Assert.Single(rush.SoldTwice);
        Assert.Equal(["api-1", "api-2"], twice.Owners.Select(owner => owner.Replica));
        Assert.Contains("seat 5 of grade 11 in game 1 was sold to 2 fans", twice.InWords(""), StringComparison.Ordinal);
        Assert.Contains("account 2 buys it at api-2", twice.InWords(""), StringComparison.Ordinal);
        Assert.False(rush.IsValid);
    }

    [Fact]
    public void A_rush_is_valid_only_if_the_consistency_check_passes()
    {
        var ledger = new HistoryRecorder(TimeProvider.System);
        Buy(ledger, account: 1, reservation: 10, number: 5);
        var broken = new Verdict([new Finding("All is well", ["it isn't"])], []);

        Assert.True(RushResult.Of(ledger.Read(), new Dictionary<long, string>(), ResponseChecks, 1).IsValid);
        Assert.False(RushResult.Of(ledger.Read(), new Dictionary<long, string>(), broken, 1).IsValid);
    }

    private static void Buy(HistoryRecorder ledger, long account, long reservation, int number) =>
        ledger.Reserve(account, 1, reservation, $"k{reservation}", new Seat(11, number)).Reserved(reservation, 100, new SeatAtPrice(11, number, 100));
}
