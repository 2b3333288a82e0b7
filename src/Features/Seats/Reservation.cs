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

    /// <summary>Reads purchases, newest first, in one statement and therefore from one consistent snapshot.</summary>
    /// <param name="connection">A connection to the primary, so that purchases and cancellations are visible immediately.</param>
    /// <param name="which">SQL after <c>WHERE</c> for the rows of <c>reservations</c>, optionally with order and limit.</param>
    /// <param name="parameters">Parameters of that SQL.</param>
    /// <param name="cancellation">Cancels the read.</param>
    internal static async Task<List<Reservation>> ReadAsync(
        LeasedConnection connection, string which, object parameters, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT bought.id AS Id, bought.game_id AS GameId, bought.total AS Total, bought.reserved_at AS ReservedAt,
                   seat.grade_id AS GradeId, seat.number AS Number, seat.price AS Price, seat.cancelled_at AS CancelledAt
            FROM (SELECT id, game_id, total, reserved_at FROM reservations WHERE {which}) bought
            JOIN reservation_seats seat ON seat.reservation_id = bought.id
            ORDER BY bought.reserved_at DESC, bought.id DESC, seat.grade_id, seat.number
            """;
        var rows = await connection.QueryAsync<Row>(new(sql, parameters, cancellationToken: cancellation));
        return [.. rows.GroupBy(row => row.Id).Select(Of)];
    }

    /// <summary>
    /// Returns which of the given holds have been reserved, including reservations cancelled since; a reservation has the id of its hold.
    /// </summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal static async Task<HashSet<long>> AmongAsync(Databases databases, IReadOnlyCollection<long> holds, CancellationToken cancellation)
    {
        if (holds.Count == 0)
            return [];
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return [.. await connection.QueryAsync<long>(
            new("SELECT id FROM reservations WHERE id IN @holds", new { holds }, cancellationToken: cancellation))];
    }

    private static Reservation Of(IGrouping<long, Row> rows)
    {
        var bought = rows.First();
        List<BoughtSeat> seats = [.. rows.Select(row => new BoughtSeat(row.GradeId, row.Number, row.Price, row.CancelledAt?.Utc()))];
        var cancelledAt = seats.TrueForAll(seat => seat.CancelledAt is not null) ? seats.Max(seat => seat.CancelledAt) : null;
        return new(bought.Id, ReserveSeats.TicketNumber(bought.Id), bought.GameId, seats, bought.Total, bought.ReservedAt.Utc(), cancelledAt);
    }

    private sealed record Row(
        long Id, long GameId, long Total, DateTime ReservedAt, long GradeId, int Number, long Price, DateTime? CancelledAt);
}
