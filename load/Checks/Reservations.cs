using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Checks;

/// <summary>Compares acknowledged reservations and cancellations with the rows: each acknowledged one is in the rows, and each row is acknowledged or unknown.</summary>
internal sealed class Reservations(History history, SaleRows rows)
{
    private readonly ILookup<long, Operation> _cancels = history.Operations.Where(one => one.Cancels && one.Reservation is not null).ToLookup(one => one.Reservation!.Value);

    private readonly ILookup<long, Operation> _holds = history.Operations.Where(one => one is { OperationKind: OperationKind.Hold, IsOk: true }).ToLookup(one => one.Hold!.Value);

    /// <summary>Every rule about reservations and their rows.</summary>
    public IEnumerable<Finding> Findings() =>
    [
        new("Every acknowledged reservation is a row with its seats", [.. history.Acknowledged.Select(sale => Mismatch(sale, rows.ById.GetValueOrDefault(sale.Reservation!.Value))).OfType<string>()]),
        new("Every row of the run was acknowledged", [.. Unacknowledged()]),
        new("No seat was acknowledged to two reservations", [.. AcknowledgedTwice()]),
        new("Every hold was reserved by the account that made it", [.. ReservedByOthers()]),
        new("Every acknowledged cancellation freed its seats", [.. NotFreed()]),
        new("Every repeat with one key got the same reservation", [.. SoldAgainByARepeat()]),
    ];

    /// <summary>The fate of reservations with an unknown outcome.</summary>
    public IEnumerable<string> Notes() =>
        from sale in history.UnknownSales
        let made = rows.ByHold.GetValueOrDefault(sale.Hold!.Value)
        orderby made is null
        select $"hold {sale.Hold} of account {sale.Account} ended unknown ({sale.Code}): {(made is null ? "no reservation" : $"reservation {made.Id}")} was made";

    private string? Mismatch(Operation sale, ReservationRow? row)
    {
        var what = $"reservation {sale.Reservation} of account {sale.Account} (hold {sale.Hold})";
        if (row is null) return Witnessed($"{what} was acknowledged and is not a row", sale);
        if ((row.Account, row.Game, row.Hold, row.Total) != (sale.Account, sale.Game, sale.Hold, sale.Total))
            return Witnessed($"{what} was acknowledged as game {sale.Game}, total {sale.Total}; its row says account {row.Account}, hold {row.Hold}, game {row.Game}, total {row.Total}", sale);
        if (!row.Seats.Select(seat => new SeatAtPrice(seat.Grade, seat.Number, seat.Price)).ToHashSet().SetEquals(sale.Sold))
            return Witnessed($"{what} was acknowledged with seats {OperationText.Seats(sale.Sold)}; its rows are {OperationText.Seats(row.Seats.Select(seat => new SeatAtPrice(seat.Grade, seat.Number, seat.Price)))}", sale);
        return row.Seats.FirstOrDefault(seat => !seat.Claimed && !MayBeCancelled(row.Id, new Seat(seat.Grade, seat.Number))) is { } lost
            ? Witnessed($"{what} has lost seat {lost.Grade}/{lost.Number}", sale)
            : null;
    }

    private IEnumerable<string> Unacknowledged()
    {
        var known = history.Acknowledged.Select(sale => sale.Reservation!.Value)
            .Concat(history.UnknownSales.Select(sale => rows.ByHold.GetValueOrDefault(sale.Hold!.Value)?.Id ?? 0)).ToHashSet();
        return rows.Reservations
            .Where(row => row.ReservedAt >= rows.Since && history.Accounts.Contains(row.Account) && !known.Contains(row.Id))
            .Select(row => OperationText.Witness(
                $"reservation {row.Id} of account {row.Account} (hold {row.Hold}) is a row that was never acknowledged", history,
                history.Operations.Where(one => one.Hold == row.Hold && one.OperationKind is OperationKind.Hold or OperationKind.Reserve)));
    }

    /// <summary>Two sales of a seat are correct only when a cancellation of one may have happened before the other was acknowledged.</summary>
    private IEnumerable<string> AcknowledgedTwice() =>
        from sold in history.Acknowledged.SelectMany(sale => sale.Seats.Select(seat => (Seat: seat, Sale: sale))).GroupBy(sold => (sold.Sale.Game, sold.Seat), sold => sold.Sale)
        let sales = sold.OrderBy(sale => sale.Returned).ToList()
        where sales.Count > 1
        from pair in sales.SelectMany((one, i) => sales.Skip(i + 1).Select(other => (One: one, Other: other))).Where(pair => Overlap(pair.One, pair.Other, sold.Key.Seat)).Take(1)
        select OperationText.Witness(
            $"seat {sold.Key.Seat.GradeId}/{sold.Key.Seat.Number} of game {sold.Key.Game}: reservations {pair.One.Reservation}, {pair.Other.Reservation}", history,
            [pair.One, pair.Other, .. HoldsOf(pair.One, pair.Other)]);

    private bool Overlap(Operation one, Operation other, Seat seat) =>
        one.Reservation != other.Reservation && !CancelledBefore(one, seat, other.Returned!.Value) && !CancelledBefore(other, seat, one.Returned!.Value);

    private bool CancelledBefore(Operation sale, Seat seat, TimeSpan moment) =>
        _cancels[sale.Reservation!.Value].Any(cancel => cancel.MayBeDone && cancel.Seats.Contains(seat) && cancel.Invoked <= moment);

    private bool MayBeCancelled(long reservation, Seat seat) => _cancels[reservation].Any(cancel => cancel.MayBeDone && cancel.Seats.Contains(seat));

    private IEnumerable<string> ReservedByOthers() =>
        from sale in history.Acknowledged
        let hold = HoldsOf(sale).FirstOrDefault()
        where hold is not null && hold.Account != sale.Account
        select OperationText.Witness($"account {sale.Account} bought hold {sale.Hold} of account {hold.Account}", history, [hold, sale]);

    private IEnumerable<string> NotFreed() =>
        from cancel in history.Operations
        where cancel.Cancels && cancel.IsOk
        let left = rows.ById.GetValueOrDefault(cancel.Reservation!.Value)?.Seats.Where(seat => seat.Claimed && cancel.Seats.Contains(new Seat(seat.Grade, seat.Number))).ToList()
        where left is { Count: > 0 }
        select Witnessed($"seat {left[0].Grade}/{left[0].Number} was cancelled and is still sold to reservation {cancel.Reservation}", cancel);

    private IEnumerable<string> SoldAgainByARepeat() =>
        from repeats in history.Acknowledged.Where(sale => sale.Key is not null).GroupBy(sale => (sale.Account, sale.Key))
        let reservations = repeats.Select(sale => sale.Reservation).Distinct().ToList()
        where reservations.Count > 1
        select OperationText.Witness($"account {repeats.Key.Account} got reservations {string.Join(", ", reservations.Order())} for one key", history, repeats.DistinctBy(sale => sale.Reservation).Take(2));

    private IEnumerable<Operation> HoldsOf(params Operation[] sales) => sales.SelectMany(sale => _holds[sale.Hold!.Value]).Distinct();

    private string Witnessed(string difference, Operation one) => OperationText.Witness(difference, history, [one, .. history.Acknowledged.Where(sale => one.Cancels && sale.Reservation == one.Reservation).Take(1)]);
}
