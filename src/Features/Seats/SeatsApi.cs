using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Seats;

/// <summary>The sale: what is left, what is taken, holding seats and reserving them.</summary>
internal static class SeatsApi
{
    public static void MapSeats(this IEndpointRouteBuilder routes)
    {
        var live = routes.MapGroup("/api/games/{gameId}").WithTags("Seats").AllowAnonymous();
        live.MapGet("/grades", ListGrades.Handle);
        live.MapGet("/grades/{gradeId}/taken", ListTaken.Handle);

        var buying = routes.MapGroup("/api").WithTags("Seats").RequireAuthorization();
        buying.MapPost("/games/{gameId}/holds", HoldSeats.Handle);
        buying.MapPost("/reservations", ReserveSeats.Handle);
    }
}
