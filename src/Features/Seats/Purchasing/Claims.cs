using Dapper;

namespace Dugout.Features.Seats;

/// <summary>The state of a seat on the primary.</summary>
public enum SeatState
{
    /// <summary>No claim exists.</summary>
    Free,

    /// <summary>A reservation has a claim on it.</summary>
    Sold,

    /// <summary>An operator has blocked it from sale.</summary>
    Blocked,
}

/// <summary>Queries of live claims; see <c>Schema/001_seats.sql</c>.</summary>
internal static class Claims
{
    /// <summary>Returns which of the given seats are claimed, and by what.</summary>
    public static async Task<Dictionary<Seat, SeatState>> AmongAsync(
        LeasedConnection connection, long gameId, IEnumerable<Seat> seats, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { gameId });
        var sql = "SELECT grade_id AS GradeId, number AS Number, reservation_id AS ReservationId FROM seat_claims "
            + $"WHERE game_id = @gameId AND {These(seats, parameters)}";
        return Read(await connection.QueryAsync<ClaimRow>(new(sql, parameters, cancellationToken: cancellation)));
    }

    /// <summary>A SQL condition that matches the rows of the given seats, in any game.</summary>
    public static string These(IEnumerable<Seat> seats, DynamicParameters parameters) =>
        $"({parameters.Rows("(grade_id = @grade# AND number = @number#)", seats, seat => [("grade", seat.GradeId), ("number", seat.Number)], between: " OR ")})";

    /// <summary>Converts the rows of the statement to seat states.</summary>
    public static Dictionary<Seat, SeatState> Read(IEnumerable<ClaimRow> rows) =>
        rows.ToDictionary(row => new Seat(row.GradeId, row.Number), row => row.ReservationId is null ? SeatState.Blocked : SeatState.Sold);

    /// <summary>One row of the statement's result.</summary>
    internal sealed record ClaimRow(long GradeId, int Number, long? ReservationId);
}
