using Dugout.Features.Shared;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Seats;

/// <summary>The sale: what is left, what is taken, holding seats, reserving them and giving them back, and keeping them from sale.</summary>
internal static class SeatsApi
{
    public static void MapSeats(this IEndpointRouteBuilder routes)
    {
        var live = routes.MapGroup("/api/games/{gameId}").WithTags("Seats").AllowAnonymous();
        live.MapGet("/grades", ListGrades.Handle);
        live.MapGet("/grades/{gradeId}/taken", ListTaken.Handle);

        var holds = routes.MapGroup("/api/games/{gameId}/holds").WithTags("Seats").RequireAuthorization();
        holds.MapGet("", MyHolds.Handle);
        holds.MapPost("", HoldSeats.Handle);
        holds.MapDelete("/{holdId}", ReleaseHold.Handle);
        holds.MapPost("/{holdId}/renewals", RenewHold.Handle);

        var reservations = routes.MapGroup("/api/reservations").WithTags("Seats").RequireAuthorization();
        reservations.MapGet("", MyReservations.Handle);
        reservations.MapPost("", ReserveSeats.Handle);
        reservations.MapGet("/{id}", ShowReservation.Handle);
        reservations.MapDelete("/{id}", CancelReservation.Handle);
        reservations.MapDelete("/{id}/seats/{gradeId}/{number}", CancelSeat.Handle);

        var operators = routes.MapGroup("/api/admin/games/{gameId}").WithTags("Seats").RequireOperator();
        operators.MapGet("/blocks", ListBlocked.Handle);
        operators.MapPost("/blocks", BlockSeats.Handle);
        operators.MapPost("/releases", UnblockSeats.Handle);
    }
}
