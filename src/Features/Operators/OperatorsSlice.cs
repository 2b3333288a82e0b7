using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Operators;

/// <summary>What operators have done. What they can do stands in the slices it is done to.</summary>
internal static class OperatorsSlice
{
    public static void MapOperators(this IEndpointRouteBuilder routes)
    {
        var operators = routes.MapGroup("/api/admin").WithTags("Operators").RequireOperator();

        operators.MapGet("/acts", ListActs.Handle);
    }
}
