using Dugout.Features.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Recommendations;

/// <summary>What is recommended: everybody may look, operators pick.</summary>
internal static class RecommendationsApi
{
    public static void MapRecommendations(this IEndpointRouteBuilder routes)
    {
        var shown = routes.MapGroup("/api/recommendations").WithTags("Recommendations").AllowAnonymous();
        shown.MapGet("", ShowRecommendations.Handle);
        shown.MapGet("/picks/{pickId}/picture", ShowPicture.Handle).WithMetadata(Lane.Pictures);

        var operators = routes.MapGroup("/api/admin/picks").WithTags("Recommendations").RequireOperator();
        operators.MapPost("", AddPick.Handle);
        operators.MapDelete("/{pickId}", RemovePick.Handle);
    }
}
