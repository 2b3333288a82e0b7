using System.Globalization;
using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Demonstrations;

/// <summary>The result of a rush. Counts are of presses of "buy".</summary>
/// <param name="Presses">Purchases that were requested.</param>
/// <param name="Bought">Those that the shop confirmed.</param>
/// <param name="Rejected">Those that it rejected.</param>
/// <param name="SoldTwice">Seats that were confirmed to more than one fan.</param>
/// <param name="Broken">The failures of the consistency check.</param>
/// <param name="Seconds">The length of the rush, in seconds.</param>
internal sealed record RushResult(int Presses, int Bought, int Rejected, IReadOnlyList<SeatSoldTwice> SoldTwice, IReadOnlyList<Finding> Broken, double Seconds)
{
    /// <summary>Purchases whose response was a fault or missing.</summary>
    public int Unclear => Presses - Bought - Rejected;

    /// <summary>Whether every response agrees with the rows and no seat has two owners.</summary>
    public bool IsValid => SoldTwice.Count == 0 && Broken.Count == 0;

    /// <summary>Computes the result of a rush in which no fan cancels.</summary>
    /// <param name="history">The requests and responses.</param>
    /// <param name="soldBy">The replica that confirmed each reservation.</param>
    /// <param name="verdict">The result of the consistency check.</param>
    /// <param name="seconds">The length of the rush, in seconds.</param>
    public static RushResult Of(History history, IReadOnlyDictionary<long, string> soldBy, Verdict verdict, double seconds)
    {
        var presses = history.Operations.Where(one => one.OperationKind == OperationKind.Reserve).ToList();
        var soldTwice =
            from sale in history.Acknowledged
            from seat in sale.Seats
            group sale by (sale.Game, seat) into sales
            where sales.Count() > 1
            orderby sales.Min(sale => sale.Invoked)
            select new SeatSoldTwice(sales.Key.Game, sales.Key.seat, [.. sales.OrderBy(sale => sale.Invoked).Select(sale => new OneOwner(sale, soldBy.GetValueOrDefault(sale.Reservation ?? 0, "?")))]);
        return new RushResult(
            presses.Count, presses.Count(one => one.IsOk), presses.Count(one => one.OperationResult == OperationResult.Rejected), [.. soldTwice], [.. verdict.Findings.Where(finding => !finding.Passed)], seconds);
    }
}

/// <summary>One of a seat's owners, and the replica that confirmed the sale.</summary>
internal sealed record OneOwner(Operation Sale, string Replica);

/// <summary>A seat with more than one owner.</summary>
internal sealed record SeatSoldTwice(long Game, Seat Seat, IReadOnlyList<OneOwner> Owners)
{
    /// <summary>Its history, a line each.</summary>
    public string InWords(string indent) => string.Join('\n',
    [
        string.Create(CultureInfo.InvariantCulture, $"{indent}seat {Seat.Number} of grade {Seat.GradeId} in game {Game} was sold to {Owners.Count} fans:"),
        .. Owners.Select(owner => string.Create(CultureInfo.InvariantCulture,
            $"{indent}  {owner.Sale.Invoked.TotalSeconds:0.000} s  account {owner.Sale.Account} buys it at {owner.Replica};  {owner.Sale.Returned?.TotalSeconds:0.000} s  confirmed: reservation {owner.Sale.Reservation}")),
    ]);
}
