using Dapper;
using Dugout.Features.Shared;

namespace Dugout.Features.Seats;

/// <summary>What other slices may ask of the sale. Answered by the primary and by Redis as they are now.</summary>
public sealed class SeatsFacts(Databases databases, Holds holds)
{
    /// <summary>A seat with a live claim.</summary>
    /// <param name="GradeId">Its grade.</param>
    /// <param name="Number">Its number in the grade.</param>
    /// <param name="Claims">Claims on it: one, as long as the primary key stands.</param>
    /// <param name="Sold">How many of them are reservations; the others are an operator's blocks.</param>
    public sealed record ClaimedSeat(long GradeId, int Number, long Claims, long Sold);

    /// <summary>
    /// Every seat of a game that is sold or blocked. Counted by seat although the primary key says one: a key can be dropped, and who watches
    /// wants to see it. It is the load lab's question, <c>load/Checks/a-seat-is-sold-once.sql</c>, of one game and without leaving out the sound seats.
    /// </summary>
    public async Task<IReadOnlyList<ClaimedSeat>> ClaimedAsync(long gameId, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT grade_id AS GradeId, number AS Number, COUNT(*) AS Claims, COUNT(reservation_id) AS Sold
            FROM seat_claims WHERE game_id = @gameId GROUP BY grade_id, number
            """;
        var seats = await databases.AskPrimaryAsync(
            primary => primary.QueryAsync<ClaimedSeat>(new(Sql, new { gameId }, cancellationToken: cancellation)), cancellation);
        return seats.AsList();
    }

    /// <summary>The numbers of a grade's seats that are held, in no order; null while Redis is away.</summary>
    public async Task<IReadOnlyList<int>?> HeldAsync(long gameId, long gradeId, CancellationToken cancellation)
    {
        try
        {
            return await holds.HeldAsync(gameId, gradeId, cancellation);
        }
        catch (RedisAwayException)
        {
            return null;
        }
    }
}
