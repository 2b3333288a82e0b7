using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>One game. Anonymous access. Read from a replica. Returns 200. Errors: 404 <c>no-such-game</c>.</summary>
public static class ShowGame
{
    /// <summary>The game, with its seat limit per account.</summary>
    public sealed record GameDetail(
        long Id, string Title, Named HomeTeam, Named AwayTeam, Named Stadium,
        DateTime StartsAt, DateTime SaleOpensAt, DateTime SaleClosesAt, int SeatsPerAccount);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<GameDetail>, Problem>> Handle(
        long gameId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(CatalogResponses.Game(gameId), seen, (database, ask) => FindAsync(database, gameId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<GameDetail>> FindAsync(ReadContext database, long gameId, CancellationToken cancellation)
    {
        var found = await database.Set<Game>()
            .Where(game => game.Id == gameId)
            .Select(game => new GameDetail(
                game.Id, game.Title,
                new Named(game.HomeTeam.Id, game.HomeTeam.Name), new Named(game.AwayTeam.Id, game.AwayTeam.Name),
                new Named(game.Stadium.Id, game.Stadium.Name),
                game.StartsAt, game.SaleOpensAt, game.SaleClosesAt, game.SeatsPerAccount))
            .SingleOrDefaultAsync(cancellation);
        return found is null ? CatalogProblems.NoSuchGame : found;
    }
}
