using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The games on sale whose every seat is sold or blocked, by id, for lists of games. Anonymous access. Up to ten seconds old, and a hint: a game is left out while Redis
/// is unavailable or has lost its seats. Returns 200.
/// </summary>
public static class ListSoldOut
{
    /// <summary>A game that is sold out.</summary>
    /// <param name="GameId">Its id.</param>
    /// <example>{"gameId":3}</example>
    public sealed record SoldOutItem(long GameId);

    /// <summary>Handles the request.</summary>
    internal static async Task<Ok<Page<SoldOutItem>>> Handle(SoldOutGames games, CancellationToken cancellation) =>
        TypedResults.Ok(new Page<SoldOutItem>([.. (await games.ListAsync(cancellation)).Select(game => new SoldOutItem(game))], Next: null));
}
