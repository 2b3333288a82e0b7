using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>A purchase as its buyer sees it, including cancelled seats.</summary>
/// <param name="ReservationId">Its id.</param>
/// <param name="Number">The number printed on the ticket.</param>
/// <param name="GameId">The game.</param>
/// <param name="Seats">All seats bought, ordered by grade and number.</param>
/// <param name="Total">The amount paid, whole won; unchanged by cancellations.</param>
/// <param name="ReservedAt">Purchase time, UTC.</param>
/// <param name="CancelledAt">Time its last seat was cancelled, UTC; null while it has a seat.</param>
/// <example>{"reservationId":3162277660168379,"number":"D0B3C13249D90BB","gameId":3,"seats":[{"gradeId":11,"number":120,"price":50000,"cancelledAt":null},{"gradeId":11,"number":121,"price":50000,"cancelledAt":null}],"total":100000,"reservedAt":"2027-03-25T02:00:03Z","cancelledAt":null}</example>
public sealed record Reservation(
    long ReservationId, string Number, long GameId, IReadOnlyList<Reservation.BoughtSeat> Seats, long Total, DateTime ReservedAt, DateTime? CancelledAt)
{
    /// <summary>A seat of it.</summary>
    /// <param name="GradeId">Its grade.</param>
    /// <param name="Number">Its number in the grade.</param>
    /// <param name="Price">The price paid for it, whole won.</param>
    /// <param name="CancelledAt">Time it was cancelled, UTC; null if it was not.</param>
    /// <example>{"gradeId":11,"number":120,"price":50000,"cancelledAt":null}</example>
    public sealed record BoughtSeat(long GradeId, int Number, long Price, DateTime? CancelledAt);

    private static readonly Func<ReadContext, long, long, IAsyncEnumerable<Row>> One = EF.CompileAsyncQuery((ReadContext database, long id, long accountId) =>
        from bought in database.Set<ReservationRow>()
        join seat in database.Set<ReservationSeatRow>() on bought.Id equals seat.ReservationId
        where bought.Id == id && bought.AccountId == accountId
        orderby seat.GradeId, seat.Number
        select new Row(bought.Id, bought.GameId, bought.Total, bought.ReservedAt, seat.GradeId, seat.Number, seat.Price, seat.CancelledAt));

    private static readonly Func<ReadContext, long, DateTime, long, int, IAsyncEnumerable<Row>> Newest = EF.CompileAsyncQuery(
        (ReadContext database, long accountId, DateTime time, long lastId, int rows) =>
            from bought in database.Set<ReservationRow>()
                .Where(bought => bought.AccountId == accountId && (bought.ReservedAt < time || (bought.ReservedAt == time && bought.Id < lastId)))
                .OrderByDescending(bought => bought.ReservedAt).ThenByDescending(bought => bought.Id).Take(rows)
            join seat in database.Set<ReservationSeatRow>() on bought.Id equals seat.ReservationId
            orderby bought.ReservedAt descending, bought.Id descending, seat.GradeId, seat.Number
            select new Row(bought.Id, bought.GameId, bought.Total, bought.ReservedAt, seat.GradeId, seat.Number, seat.Price, seat.CancelledAt));

    /// <summary>An account's purchase, from the primary; null if there is none with this id, or it belongs to another account.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static async Task<Reservation?> FindAsync(Reads reads, long id, long accountId, CancellationToken cancellation) =>
        (await ReadAsync(reads, database => One(database, id, accountId), cancellation)).SingleOrDefault();

    /// <summary>An account's purchases from the primary, newest first, in one statement and therefore from one consistent snapshot.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static Task<List<Reservation>> ListAsync(Reads reads, long accountId, Cursor after, int rows, CancellationToken cancellation) =>
        ReadAsync(reads, database => Newest(database, accountId, after.Time, after.Id, rows), cancellation);

    /// <summary>
    /// Returns which of the given holds have been reserved, including reservations cancelled since; a reservation has the id of its hold.
    /// </summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static async Task<HashSet<long>> AmongAsync(Reads reads, IReadOnlyCollection<long> holds, CancellationToken cancellation) => holds.Count == 0
        ? []
        : await reads.QueryPrimaryAsync(
            database => database.Set<ReservationRow>().Where(row => holds.Contains(row.Id)).Select(row => row.Id).ToHashSetAsync(), cancellation);

    private static async Task<List<Reservation>> ReadAsync(Reads reads, Func<ReadContext, IAsyncEnumerable<Row>> query, CancellationToken cancellation)
    {
        var rows = await reads.QueryPrimaryAsync(async database => await query(database).ToListAsync(), cancellation);
        return [.. rows.GroupBy(row => row.Id).Select(Of)];
    }

    private static Reservation Of(IGrouping<long, Row> rows)
    {
        var bought = rows.First();
        List<BoughtSeat> seats = [.. rows.Select(row => new BoughtSeat(row.GradeId, row.Number, row.Price, row.CancelledAt))];
        var cancelledAt = seats.TrueForAll(seat => seat.CancelledAt is not null) ? seats.Max(seat => seat.CancelledAt) : null;
        return new(bought.Id, ReserveSeats.TicketNumber(bought.Id), bought.GameId, seats, bought.Total, bought.ReservedAt, cancelledAt);
    }

    private sealed record Row(
        long Id, long GameId, long Total, DateTime ReservedAt, long GradeId, int Number, long Price, DateTime? CancelledAt);
}
