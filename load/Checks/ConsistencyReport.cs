using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks;

/// <summary>Compares the responses of a run with the rows after it. A pure function that does not read the rows itself.</summary>
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
