using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>A purchase as its buyer sees it, what was given back of it included.</summary>
/// <param name="ReservationId">Its id.</param>
/// <param name="Number">What stands on the ticket.</param>
/// <param name="GameId">The game.</param>
/// <param name="Seats">All seats that were bought, by grade and number.</param>
/// <param name="Total">What was paid, whole won; stays when seats are given back.</param>
/// <param name="ReservedAt">When it was bought, UTC.</param>
/// <param name="CancelledAt">When the last of its seats was given back, UTC; null as long as it has one.</param>
public sealed record Reservation(
    long ReservationId, string Number, long GameId, IReadOnlyList<Reservation.BoughtSeat> Seats, long Total, DateTime ReservedAt, DateTime? CancelledAt)
{
    /// <summary>A seat of it.</summary>
    /// <param name="GradeId">Its grade.</param>
    /// <param name="Number">Its number in the grade.</param>
    /// <param name="Price">What was paid for it, whole won.</param>
    /// <param name="CancelledAt">When it was given back, UTC; null as long as it has not been.</param>
    public sealed record BoughtSeat(long GradeId, int Number, long Price, DateTime? CancelledAt);

    /// <summary>Reads some purchases, newest first, in one statement: they are seen as they are at one moment.</summary>
    /// <param name="connection">To the primary, so that a purchase or cancellation is seen at once.</param>
    /// <param name="which">What follows <c>WHERE</c> for the rows of <c>reservations</c>, perhaps with order and limit.</param>
    /// <param name="parameters">Its values.</param>
    /// <param name="cancellation">Gives up.</param>
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

    /// <summary>Which of some holds have been reserved: a reservation has its hold's id. Says it of cancelled ones, too.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
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
