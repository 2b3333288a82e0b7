using System.Text;
using Dapper;

namespace Dugout.Features.Seats;

/// <summary>What the primary says of a seat.</summary>
public enum SeatState
{
    /// <summary>Nobody has a claim on it.</summary>
    Free,

    /// <summary>A reservation has it.</summary>
    Sold,

    /// <summary>An operator keeps it from sale.</summary>
    Blocked,
}

/// <summary>Questions about live claims; see <c>Schema/001_seats.sql</c>.</summary>
internal static class Claims
{
    /// <summary>Which of some seats are claimed, and how.</summary>
    public static async Task<Dictionary<Seat, SeatState>> AmongAsync(
        LeasedConnection connection, long gameId, IEnumerable<Seat> seats, CancellationToken cancellation)
    {
        var sql = Among(seats, gameId, out var parameters);
        return Read(await connection.QueryAsync<ClaimRow>(new(sql, parameters, cancellationToken: cancellation)));
    }

    /// <summary>The statement that asks it, with its semicolon, to travel with others.</summary>
    public static string Among(IEnumerable<Seat> seats, long gameId, out DynamicParameters parameters)
    {
        parameters = new DynamicParameters(new { gameId });
        return "SELECT grade_id AS GradeId, number AS Number, reservation_id AS ReservationId FROM seat_claims "
            + $"WHERE game_id = @gameId AND {These(seats, parameters)}; ";
    }

    /// <summary>The condition that a row is about one of some seats, of whichever game.</summary>
    public static string These(IEnumerable<Seat> seats, DynamicParameters parameters)
    {
        var condition = new StringBuilder("(");
        foreach (var (index, seat) in seats.Index())
        {
            condition.Append(index == 0 ? "" : " OR ").Append($"(grade_id = @grade{index} AND number = @number{index})");
            parameters.Add($"grade{index}", seat.GradeId);
            parameters.Add($"number{index}", seat.Number);
        }

        return condition.Append(')').ToString();
    }

    /// <summary>What the statement answered.</summary>
    public static Dictionary<Seat, SeatState> Read(IEnumerable<ClaimRow> rows) =>
        rows.ToDictionary(row => new Seat(row.GradeId, row.Number), row => row.ReservationId is null ? SeatState.Blocked : SeatState.Sold);

    /// <summary>A claim, as the statement answers it.</summary>
    internal sealed record ClaimRow(long GradeId, int Number, long? ReservationId);
}
