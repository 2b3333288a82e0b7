using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The ids of the games on sale whose every seat is sold or blocked, ascending, for lists of games. Anonymous access. Up to ten seconds old, and a hint: a game is left out while Redis
/// is unavailable or has lost its seats. Returns 200.
/// </summary>
public static class ListSoldOut
{
    /// <summary>Handles the request.</summary>
    internal static async Task<Ok<Page<long>>> Handle(SoldOutGames games, CancellationToken cancellation) =>
        TypedResults.Ok(new Page<long>(await games.ListAsync(cancellation), Next: null));
}
