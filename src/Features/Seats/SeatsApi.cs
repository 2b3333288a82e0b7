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
        live.MapGet("/grades", ListGrades.Handle).Refuses(Problems.NoSuchGame);
        live.MapGet("/grades/{gradeId}/taken", ListTaken.Handle).Refuses(Problems.NoSuchGame, Problems.NoSuchGrade);

        var holds = routes.MapGroup("/api/games/{gameId}/holds").WithTags("Seats").RequireAuthorization();
        holds.MapGet("", MyHolds.Handle).Refuses(Problems.NoSuchGame);
        holds.MapPost("", HoldSeats.Handle).Refuses(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.SaleNotOpen, Problems.SaleClosed, Problems.SeatTaken, Problems.LimitReached);
        holds.MapDelete("/{holdId}", ReleaseHold.Handle).Refuses(Problems.NoSuchHold);
        holds.MapPost("/{holdId}/renewals", RenewHold.Handle).Refuses(Problems.NoSuchHold, Problems.HoldExpired, Problems.RenewalLimit);

        var reservations = routes.MapGroup("/api/reservations").WithTags("Seats").RequireAuthorization();
        reservations.MapGet("", MyReservations.Handle);
        reservations.MapPost("", ReserveSeats.Handle).Refuses(Problems.NoSuchHold, Problems.HoldExpired, Problems.LimitReached);
        reservations.MapGet("/{id}", ShowReservation.Handle).Refuses(Problems.NoSuchReservation);
        reservations.MapDelete("/{id}", CancelReservation.Handle).Refuses(Problems.NoSuchReservation, Problems.AlreadyCancelled);
        reservations.MapDelete("/{id}/seats/{gradeId}/{number}", CancelSeat.Handle).Refuses(Problems.NoSuchReservation, Problems.NoSuchSeatReserved, Problems.AlreadyCancelled);

        var operators = routes.MapGroup("/api/admin/games/{gameId}").WithTags("Seats").RequireOperator();
        operators.MapGet("/blocks", ListBlocked.Handle).Refuses(Problems.NoSuchGame);
        operators.MapPost("/blocks", BlockSeats.Handle).Refuses(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.SeatTaken);
        operators.MapPost("/releases", UnblockSeats.Handle).Refuses(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.NotBlocked);
    }
}
