using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Watch;

/// <summary>The games currently on sale, ordered by start. Anonymous access, in Development only. Read from the primary. Returns 200.</summary>
public static class ListGamesOnSale
{
    /// <summary>Handles the request.</summary>
    public static async Task<Ok<Page<CatalogQueries.GameOnSale>>> Handle(CatalogQueries catalog, CancellationToken cancellation) =>
        TypedResults.Ok(new Page<CatalogQueries.GameOnSale>(await catalog.OnSaleAsync(cancellation), Next: null));
}
