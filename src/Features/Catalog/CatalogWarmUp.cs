namespace Dugout.Features.Catalog;

/// <summary>Reads teams, games, a game and a grade, as the first fan does.</summary>
internal sealed class CatalogWarmUp(CatalogQueries catalog, TimeProvider clock) : IWarmUp
{
    /// <inheritdoc/>
    public async Task WarmUpAsync(HttpClient self, CancellationToken cancellation)
    {
        var game = await catalog.OnSaleAsync(cancellation) is [var first, ..] ? first : null;
        var month = game?.StartsAt ?? clock.GetUtcNow().UtcDateTime;
        List<string> pages = ["api/teams", $"api/games?month={month:yyyy-MM}"];
        if (game is not null && await catalog.SaleTermsAsync(game.Id, cancellation) is { Grades: [var grade, ..] })
            pages.AddRange([$"api/games/{game.Id}", $"api/games/{game.Id}/grades/{grade.GradeId}"]);
        foreach (var page in pages)
        {
            using var response = await self.GetAsync(page, cancellation);
            // The second time it comes from the cache.
            using var again = await self.GetAsync(page, cancellation);
        }
    }
}
