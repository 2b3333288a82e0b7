using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>What the shop said in a run against what is there after it. A pure function; who reads the rows is none of its business.</summary>
internal static class ConsistencyReport
{
    /// <summary>Everything that must be true of a history and the rows after it.</summary>
    public static Verdict Of(History history, SaleRows rows, Terms terms)
    {
        var reservations = new Reservations(history, rows);
        var (orders, undecided) = SeatOrders.Of(history, rows, terms);
        return new Verdict(
            [.. reservations.Findings(), .. new SeatCounts(history, rows, terms).Findings(), new Limits(history, rows).Finding(), orders],
            [.. reservations.Notes(), .. undecided]);
    }
}
