using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Rankings;

/// <summary>Rankings: everybody may look.</summary>
internal static class RankingsApi
{
    public static void MapRankings(this IEndpointRouteBuilder routes) =>
        routes.MapGroup("/api/rankings").WithTags("Rankings").AllowAnonymous().MapGet("/{ranking}", ShowRanking.Handle).ProducesProblems(RankingsProblems.NoSuchRanking, CatalogProblems.NoSuchTeam);
}
