using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Watch;

/// <summary>
/// The state of every seat of a game, and the numbers of remaining, held, sold, blocked and doubly sold seats. Anonymous access,
/// in Development only. Read from the primary and from Redis at most half a second ago. Returns 200, or 304 if nothing has
/// changed. Errors: 404 <c>no-such-game</c>.
/// </summary>
public static class WatchGame
{
    /// <summary>A game at one moment. Its counts are the sums of its grades' counts.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="KnowsHolds">Whether Redis was available for holds; if not, no seat is shown as held.</param>
    /// <param name="Sold">Number of claims by reservations.</param>
    /// <param name="Held">Number of seats that are held and neither sold nor blocked.</param>
    /// <param name="Blocked">Number of claims by operators.</param>
    /// <param name="Remaining">Capacity minus sold and blocked seats, as in the shop; includes held seats.</param>
    /// <param name="SoldTwice">Number of seats with more than one claim; always 0 unless a rule is broken.</param>
    /// <param name="Grades">Its grades, ids ascending.</param>
    public sealed record WatchedGame(
        long GameId, bool KnowsHolds, long Sold, int Held, long Blocked, long Remaining, int SoldTwice, IReadOnlyList<WatchedGrade> Grades);

    /// <summary>A grade at one moment, with the same counts as the game.</summary>
    /// <param name="GradeId">The grade.</param>
    /// <param name="Capacity">Number of seats, numbered from 1.</param>
    /// <param name="Sold">As for the game.</param>
    /// <param name="Held">As for the game.</param>
    /// <param name="Blocked">As for the game.</param>
    /// <param name="Remaining">As for the game.</param>
    /// <param name="SoldTwice">As for the game.</param>
    /// <param name="Seats">Two bits per seat; the lowest bits of the first byte are seat 1; see <see cref="SeatsQueries.SeatStatus"/>. Base64 in JSON.</param>
    public sealed record WatchedGrade(
        long GradeId, int Capacity, long Sold, int Held, long Blocked, long Remaining, int SoldTwice, byte[] Seats);

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<CachedResponse<WatchedGame>, Problem>> Handle(long gameId, SharedSnapshots looks, CancellationToken cancellation) =>
        await looks.AtAsync(gameId, cancellation) is { } body ? new CachedResponse<WatchedGame>(body) : CatalogProblems.NoSuchGame;
}
