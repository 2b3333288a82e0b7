using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Watch;

/// <summary>
/// Every seat of a game as it is now, and how many are free, held, sold, blocked, and sold twice. Anonymous access, in Development only. Read
/// from the primary and from Redis, at most half a second ago; where nothing has changed, 304. 200, or 404 <c>no-such-game</c>.
/// </summary>
public static class WatchGame
{
    /// <summary>A game at one moment. Of its counts, those of its grades are the parts.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="KnowsHolds">Whether Redis said which seats are held; if not, none are shown as held.</param>
    /// <param name="Sold">Reservations' claims.</param>
    /// <param name="Held">Seats that are held and neither sold nor blocked.</param>
    /// <param name="Blocked">Operators' claims.</param>
    /// <param name="Remaining">Capacity less sold and blocked, as the shop counts it: held seats are among them.</param>
    /// <param name="SoldTwice">Seats with more than one claim. Never anything but 0.</param>
    /// <param name="Grades">Its grades, ids ascending.</param>
    public sealed record WatchedGame(
        long GameId, bool KnowsHolds, long Sold, int Held, long Blocked, long Remaining, int SoldTwice, IReadOnlyList<WatchedGrade> Grades);

    /// <summary>A grade at one moment; the counts as for the game.</summary>
    /// <param name="GradeId">The grade.</param>
    /// <param name="Capacity">Its seats, numbered from 1.</param>
    /// <param name="Sold">As of the game.</param>
    /// <param name="Held">As of the game.</param>
    /// <param name="Blocked">As of the game.</param>
    /// <param name="Remaining">As of the game.</param>
    /// <param name="SoldTwice">As of the game.</param>
    /// <param name="Seats">Two bits a seat, the lowest bits of the first byte for number 1; see <see cref="SeatStatus"/>. In JSON, base64.</param>
    public sealed record WatchedGrade(
        long GradeId, int Capacity, long Sold, int Held, long Blocked, long Remaining, int SoldTwice, byte[] Seats);

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<CachedResponse<WatchedGame>, Problem>> Handle(long gameId, SharedSnapshots looks, CancellationToken cancellation) =>
        await looks.AtAsync(gameId, cancellation) is { } body ? new CachedResponse<WatchedGame>(body) : CatalogProblems.NoSuchGame;
}
