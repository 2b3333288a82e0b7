using Dugout.Features.Catalog;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Seats;

/// <summary>Queries of the sale for other slices. Read from the primary and from Redis, without a cache.</summary>
public sealed class SeatsQueries(Reads reads, Holds holds)
{
    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: one row per claimed seat of the game <c>@gameId</c>, with the account, the game and <c>@called</c>.
    /// </summary>
    public const string Holders = """
        SELECT bought.account_id, claim.game_id AS thing, @called AS called
        FROM seat_claims claim STRAIGHT_JOIN reservations bought ON bought.id = claim.reservation_id
        WHERE claim.game_id = @gameId
        """;

    private const int BitsASeat = 2;
    private const int SeatsAByte = 8 / BitsASeat;

    /// <summary>The status of a seat as pages show it, by its two-bit code.</summary>
    public enum SeatStatus : byte
    {
        /// <summary>Available.</summary>
        Free = 0,

        /// <summary>Held by an account.</summary>
        Held = 1,

        /// <summary>Sold.</summary>
        Sold = 2,

        /// <summary>Blocked from sale by an operator.</summary>
        Blocked = 3,
    }

    /// <summary>A hold that ends soon.</summary>
    /// <param name="HoldId">Its id.</param>
    /// <param name="AccountId">The account that owns it.</param>
    /// <param name="Deadline">When it ends, in Unix milliseconds.</param>
    public sealed record LapsingHold(long HoldId, long AccountId, long Deadline);

    /// <summary>A seat with a live claim.</summary>
    /// <param name="GradeId">Its grade.</param>
    /// <param name="Number">Its number in the grade.</param>
    /// <param name="Claims">Number of claims on it: one, as long as the primary key exists.</param>
    /// <param name="Sold">Number of claims that are reservations; the others are operator blocks.</param>
    public sealed record ClaimedSeat(long GradeId, int Number, long Claims, long Sold);

    /// <summary>SQL condition: the account has bought seats of the game <c>@gameId</c>.</summary>
    /// <param name="account">SQL of the account's id.</param>
    public static string HasSeats(string account) =>
        $"EXISTS (SELECT 1 FROM seat_allowances bought WHERE bought.account_id = {account} AND bought.game_id = @gameId AND bought.grade_id = 0 AND bought.seats > 0)";

    /// <summary>The seats of a grade in two bits each; the lowest bits of the first byte are seat 1.</summary>
    public static byte[] Packed(ReadOnlySpan<SeatStatus> seats)
    {
        var bytes = new byte[(seats.Length + SeatsAByte - 1) / SeatsAByte];
        for (var index = 0; index < seats.Length; index++)
            bytes[index / SeatsAByte] |= (byte)((byte)seats[index] << (index % SeatsAByte * BitsASeat));
        return bytes;
    }

    /// <summary>
    /// Every sold or blocked seat of a game. Claims are counted per seat although the primary key allows only one, because a key can be dropped and a
    /// monitor must notice. This is the query of the load lab, <c>load/Checks/a-seat-is-sold-once.sql</c>, for one game and including valid seats.
    /// </summary>
    public async Task<IReadOnlyList<ClaimedSeat>> ClaimedAsync(long gameId, CancellationToken cancellation) => await reads.QueryPrimaryAsync(
        database => database.Set<SeatClaimRow>()
            .Where(claim => claim.GameId == gameId)
            .GroupBy(claim => new { claim.GradeId, claim.Number })
            .Select(claims => new ClaimedSeat(claims.Key.GradeId, claims.Key.Number, claims.LongCount(), claims.LongCount(claim => claim.ReservationId != null)))
            .ToListAsync(),
        cancellation);

    /// <summary>Number of seats of a game that are sold or blocked.</summary>
    public Task<int> CountClaimedAsync(long gameId, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(database => database.Set<SeatClaimRow>().CountAsync(claim => claim.GameId == gameId), cancellation);

    /// <summary>Whether an account holds seats of a game.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<bool> HasHoldsAsync(long gameId, long accountId, CancellationToken cancellation) => (await holds.OfAccountAsync(gameId, accountId, cancellation)).Count > 0;

    /// <summary>The holds of seats of the given grades that end between two times, UTC, unordered; none while Redis is unavailable.</summary>
    public async Task<IReadOnlyList<LapsingHold>> LapsingAsync(IEnumerable<CatalogQueries.GradeOnSale> grades, DateTime from, DateTime until, CancellationToken cancellation)
    {
        try
        {
            return await holds.LapsingAsync(grades, from, until, cancellation);
        }
        catch (RedisUnavailableException)
        {
            return [];
        }
    }

    /// <summary>The held seat numbers of a grade, unordered; null while Redis is unavailable.</summary>
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
