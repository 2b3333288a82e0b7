using Dugout.Load.Shop;

namespace Dugout.Load.Checks;

/// <summary>One thing that must be true after a run.</summary>
/// <param name="Sentence">What must be true.</param>
/// <param name="Differences">Where it isn't, in words; empty when it holds.</param>
internal sealed record Finding(string Sentence, IReadOnlyList<string> Differences)
{
    /// <summary>Whether it is true.</summary>
    public bool Holds => Differences.Count == 0;
}

/// <summary>The sale check's result.</summary>
/// <param name="Findings">Everything that was checked.</param>
/// <param name="Notes">Reservations whose outcome nobody told us, and what the rows say; those that were made come first.</param>
internal sealed record Verdict(IReadOnlyList<Finding> Findings, IReadOnlyList<string> Notes)
{
    /// <summary>Whether everything checked is true.</summary>
    public bool Holds => Findings.All(finding => finding.Holds);
}

/// <summary>
/// Compares, when the load has ended, what the shop said with what the rows say: the rules in <c>*.sql</c>, every acknowledgement against its
/// row and every row against its acknowledgement, and the remaining seats the shop shows against the rows.
/// </summary>
internal sealed class SaleCheck(ISaleRecords records, ShopClient shop, string token)
{
    private const int TriesWhileOthersBuy = 5;

    /// <summary>Runs every check.</summary>
    /// <param name="ledger">What the shop said during the run.</param>
    /// <param name="since">When the run began, by the database's clock.</param>
    public async Task<Verdict> RunAsync(Ledger ledger, DateTime since)
    {
        var least = ledger.AcknowledgedSales.Select(sale => sale.Reservation).DefaultIfEmpty(0).Min();
        var greatest = ledger.AcknowledgedSales.Select(sale => sale.Reservation).DefaultIfEmpty(0).Max();
        var rows = (await records.ReservationsAsync(since, least, greatest).ConfigureAwait(false)).ToDictionary(row => row.Id);

        List<Finding> findings =
        [
            new("Every acknowledged reservation is a row with its seats", [.. ledger.AcknowledgedSales.Select(sale => Mismatch(sale, rows.GetValueOrDefault(sale.Reservation))).OfType<string>()]),
            new("Every row of the run was acknowledged", Unacknowledged(ledger, rows.Values, since)),
            new("No seat was acknowledged to two reservations", AcknowledgedTwice(ledger)),
            new("Remaining seats are capacity minus sold in every game touched", await WrongRemainingAsync(ledger).ConfigureAwait(false)),
        ];
        foreach (var rule in Rule.All) findings.Add(new Finding(rule.Sentence, await records.BreachesAsync(rule).ConfigureAwait(false)));
        return new Verdict(findings, Notes(ledger, rows.Values));
    }

    private static string? Mismatch(Acknowledged sale, ReservationRow? row)
    {
        var what = $"reservation {sale.Reservation} of account {sale.Account} (hold {sale.Hold})";
        if (row is null) return $"{what} was acknowledged and is no row";
        if ((row.Account, row.Game, row.Hold, row.Total) != (sale.Account, sale.Game, sale.Hold, sale.Total))
            return $"{what} was acknowledged as game {sale.Game}, total {sale.Total}; its row says account {row.Account}, hold {row.Hold}, game {row.Game}, total {row.Total}";
        if (!row.Seats.Select(seat => new SeatAtPrice(seat.Grade, seat.Number, seat.Price)).ToHashSet().SetEquals(sale.Seats))
            return $"{what} was acknowledged with seats {Words(sale.Seats)}; its rows are {Words(row.Seats.Select(seat => new SeatAtPrice(seat.Grade, seat.Number, seat.Price)))}";
        return row.Seats.FirstOrDefault(seat => !seat.Claimed) is { } lost ? $"{what} has lost seat {lost.Grade}/{lost.Number}" : null;
    }

    private static string[] Unacknowledged(Ledger ledger, IEnumerable<ReservationRow> rows, DateTime since)
    {
        var told = ledger.AcknowledgedSales.Select(sale => sale.Reservation).Concat(rows.IntersectBy(ledger.UnknownSales.Select(sale => sale.Hold), row => row.Hold).Select(row => row.Id)).ToHashSet();
        var ours = ledger.Accounts.ToHashSet();
        return [.. rows.Where(row => row.ReservedAt >= since && ours.Contains(row.Account) && !told.Contains(row.Id))
            .Select(row => $"reservation {row.Id} of account {row.Account} (hold {row.Hold}) is a row that was never acknowledged")];
    }

    private static string[] AcknowledgedTwice(Ledger ledger) =>
        [.. from sale in ledger.AcknowledgedSales
            from seat in sale.Seats
            group sale.Reservation by (sale.Game, seat.Seat) into buyers
            where buyers.Count() > 1
            select $"seat {buyers.Key.Seat.GradeId}/{buyers.Key.Seat.Number} of game {buyers.Key.Game}: reservations {string.Join(", ", buyers.Order())}"];

    private async Task<IReadOnlyList<string>> WrongRemainingAsync(Ledger ledger)
    {
        List<string> wrong = [];
        foreach (var game in ledger.AcknowledgedSales.Select(sale => sale.Game).Concat(ledger.UnknownSales.Select(sale => sale.Game)).Distinct().Order())
            wrong.AddRange(await WrongRemainingAsync(game).ConfigureAwait(false));
        return wrong;
    }

    /// <summary>Asks the rows, the shop, and the rows again: only where both rows agree is a difference the shop's.</summary>
    private async Task<IReadOnlyList<string>> WrongRemainingAsync(long game)
    {
        for (var tries = 0; tries < TriesWhileOthersBuy; tries++)
        {
            var before = await records.GradesAsync(game).ConfigureAwait(false);
            var answer = await shop.GradesAsync(token, game, Sound.Grades).ConfigureAwait(false);
            var after = await records.GradesAsync(game).ConfigureAwait(false);
            if (!before.SequenceEqual(after)) continue;
            if (answer.Body is not { } shown) return [$"game {game}: the shop does not say ({answer.Status})"];
            return [.. from row in after
                join grade in shown.Items on row.Id equals grade.GradeId into found
                let remaining = found.Select(grade => (int?)grade.Remaining).FirstOrDefault()
                where remaining != row.Capacity - row.Sold
                select $"game {game}, grade {row.Id}: {remaining?.ToString() ?? "nothing"} shown, {row.Capacity} - {row.Sold} in the rows"];
        }

        return [$"game {game}: somebody else kept buying, so it could not be compared"];
    }

    private static string[] Notes(Ledger ledger, IEnumerable<ReservationRow> rows)
    {
        var byHold = rows.DistinctBy(row => row.Hold).ToDictionary(row => row.Hold);
        return [.. from sale in ledger.UnknownSales
            let made = byHold.GetValueOrDefault(sale.Hold)
            orderby made is null
            select $"hold {sale.Hold} of account {sale.Account} ended unknown ({sale.Why}): {(made is null ? "no reservation" : $"reservation {made.Id}")} was made"];
    }

    private static string Words(IEnumerable<SeatAtPrice> seats) => string.Join(" ", seats.Select(seat => $"{seat.GradeId}/{seat.Number} at {seat.Price}"));
}
