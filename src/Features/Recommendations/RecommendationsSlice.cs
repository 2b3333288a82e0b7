using Dugout.Features.Catalog;
using Dugout.Features.Products;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Recommendations;

/// <summary>Recommendations: anonymous read access, picks by operators.</summary>
internal static class RecommendationsSlice
{
    public static void MapRecommendations(this IEndpointRouteBuilder routes)
    {
        var shown = routes.MapGroup("/api/recommendations").WithTags("Recommendations").AllowAnonymous();
        shown.MapGet("", ShowRecommendations.Handle);
        shown.MapGet("/picks/{pickId}/picture", ShowPicture.Handle).ProducesProblems(RecommendationsProblems.NoSuchPick, Problems.Invalid with { Status = StatusCodes.Status412PreconditionFailed })
            .WithMetadata(Lane.Pictures).Produces<byte[]>(StatusCodes.Status200OK, "image/png", "image/jpeg", "image/webp").Produces(StatusCodes.Status304NotModified);

        var operators = routes.MapGroup("/api/admin/picks").WithTags("Recommendations").RequireOperator();
        operators.MapPost("", AddPick.Handle).ProducesProblems(CatalogProblems.NoSuchGame, ProductsProblems.NoSuchProduct, RecommendationsProblems.AlreadyPicked);
        operators.MapDelete("/{pickId}", RemovePick.Handle).ProducesProblems(RecommendationsProblems.NoSuchPick);
    }
}
