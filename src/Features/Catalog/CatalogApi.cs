using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Catalog;

/// <summary>Teams, games and seat grades: what everybody may read, signed in or not.</summary>
internal static class CatalogApi
{
    public static void MapCatalog(this IEndpointRouteBuilder routes)
    {
        var catalog = routes.MapGroup("/api").WithTags("Catalog").AllowAnonymous();

        catalog.MapGet("/teams", ListTeams.Handle);
        catalog.MapGet("/games", ListGames.Handle);
        catalog.MapGet("/games/{gameId}", ShowGame.Handle);
        catalog.MapGet("/games/{gameId}/grades/{gradeId}", ShowGrade.Handle);
    }
}
