using Dapper;

namespace Dugout.Features.Seats;

/// <summary>What other slices may ask of the sale. Answered by the primary and by Redis as they are now.</summary>
public sealed class SeatsQueries(Databases databases, Holds holds)
{
    /// <summary>SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: who has seats of the game <c>@gameId</c>, once a seat, the game, and <c>@called</c>.</summary>
    public const string Holders = """
        SELECT bought.account_id, claim.game_id AS thing, @called AS called
        FROM seat_claims claim STRAIGHT_JOIN reservations bought ON bought.id = claim.reservation_id
        WHERE claim.game_id = @gameId
        """;

    /// <summary>A hold that ends soon.</summary>
    /// <param name="HoldId">Its id.</param>
    /// <param name="AccountId">Whose it is.</param>
    /// <param name="Deadline">When it ends, in milliseconds since 1970.</param>
    public sealed record LapsingHold(long HoldId, long AccountId, long Deadline);

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
        var seats = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<ClaimedSeat>(new(Sql, new { gameId }, cancellationToken: cancellation)), cancellation);
        return seats.AsList();
    }

    /// <summary>The holds of some games that end between two times, UTC, in no order; none while Redis is away.</summary>
    public async Task<IReadOnlyList<LapsingHold>> LapsingAsync(IReadOnlyCollection<long> games, DateTime from, DateTime until, CancellationToken cancellation)
    {
        try
        {
            return await holds.LapsingAsync(games, from, until, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return [];
        }
    }

    /// <summary>The numbers of a grade's seats that are held, in no order; null while Redis is away.</summary>
    public async Task<IReadOnlyList<int>?> HeldAsync(long gameId, long gradeId, CancellationToken cancellation)
    {
        try
        {
            return await holds.HeldAsync(gameId, gradeId, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return null;
        }
    }
}
