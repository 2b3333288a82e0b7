using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Operators;

/// <summary>The record of operator acts. The acts themselves are in the slices they change.</summary>
internal static class OperatorsSlice
{
    public static void MapOperators(this IEndpointRouteBuilder routes)
    {
        var operators = routes.MapGroup("/api/admin").WithTags("Operators").RequireOperator();

        operators.MapGet("/acts", ListActs.Handle);
    }
}
