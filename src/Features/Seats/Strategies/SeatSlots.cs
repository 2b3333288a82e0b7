using System.Collections.Concurrent;
using Dugout.Features.Catalog;

namespace Dugout.Features.Seats;

/// <summary>
/// The rows of <c>seat_slots</c>: one per seat, with the reservation that has it. A process creates a grade's rows before it sells its first seat
/// of it, so a shop with the unique-key strategy has none.
/// </summary>
internal sealed class SeatSlots(Databases databases)
{
    /// <summary>Start of a statement that assigns slots to the purchase.</summary>
    public const string Take = "UPDATE seat_slots SET reservation_id = @holdId WHERE game_id = @GameId";

    /// <summary>Start of a query that counts free slots.</summary>
    public const string CountFree = "SELECT COUNT(*) FROM seat_slots WHERE game_id = @GameId AND reservation_id IS NULL";

    /// <summary>Start of a statement that frees the slots of a reservation.</summary>
    public const string Free = "UPDATE seat_slots SET reservation_id = NULL WHERE game_id = @GameId AND reservation_id = @ReservationId AND ";

    private const string Digit = "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 "
        + "UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";

    /// <summary>
    /// Inserts up to 100,000 slots, each with the state of its claim. An existing slot stays unchanged, because another process may be selling it. A
    /// missing slot can't be sold, so no sale can happen between the read of the claims and the insert.
    /// </summary>
    private const string MakeGrade = $"""
        INSERT IGNORE INTO seat_slots (game_id, grade_id, number, reservation_id)
        SELECT @GameId, @GradeId, seat.number, claim.reservation_id
        FROM (SELECT 1 + a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS number
            FROM {Digit} a JOIN {Digit} b JOIN {Digit} c JOIN {Digit} d JOIN {Digit} e) seat
        LEFT JOIN seat_claims claim ON claim.game_id = @GameId AND claim.grade_id = @GradeId AND claim.number = seat.number
        WHERE seat.number <= @Capacity;
        """;

    private readonly ConcurrentDictionary<(long GameId, long GradeId), bool> _made = new();
    private readonly SingleFlight<(long GameId, long GradeId, int Capacity), bool> _making = new();

    /// <summary>Ensures that the slots exist for the grades of a hold.</summary>
    public async Task MakeAsync(Holds.Hold hold, CatalogQueries.SaleTerms terms)
    {
        foreach (var grade in hold.Seats.Select(seat => seat.GradeId).Distinct().Where(grade => !_made.ContainsKey((hold.GameId, grade))))
            await _making.RunAsync((hold.GameId, grade, terms.Grade(grade)?.Capacity ?? 0), MakeAsync, CancellationToken.None);
    }

    /// <summary>A condition that matches the slots of the hold, with the purchase's placeholders.</summary>
    public static string These(Holds.Hold hold) =>
        $"({string.Join(" OR ", hold.Seats.Select((_, index) => $"(grade_id = @grade{index} AND number = @number{index})"))})";

    private async Task<bool> MakeAsync((long GameId, long GradeId, int Capacity) wanted)
    {
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        await connection.ExecuteAsync(
            Transactions.Begin + MakeGrade + Transactions.Commit, new { wanted.GameId, wanted.GradeId, wanted.Capacity });
        return _made.TryAdd((wanted.GameId, wanted.GradeId), true);
    }
}
