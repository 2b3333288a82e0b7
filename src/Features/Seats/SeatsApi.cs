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
        live.MapGet("/grades", ListGrades.Handle).ProducesProblems(Problems.NoSuchGame);
        live.MapGet("/grades/{gradeId}/taken", ListTaken.Handle).ProducesProblems(Problems.NoSuchGame, Problems.NoSuchGrade);

        var holds = routes.MapGroup("/api/games/{gameId}/holds").WithTags("Seats").RequireAuthorization();
        holds.MapGet("", MyHolds.Handle).ProducesProblems(Problems.NoSuchGame);
        holds.MapPost("", HoldSeats.Handle).ProducesProblems(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.SaleNotOpen, Problems.SaleClosed, Problems.SeatTaken, Problems.LimitReached);
        holds.MapDelete("/{holdId}", ReleaseHold.Handle).ProducesProblems(Problems.NoSuchHold);
        holds.MapPost("/{holdId}/renewals", RenewHold.Handle).ProducesProblems(Problems.NoSuchHold, Problems.HoldExpired, Problems.RenewalLimit);

        var reservations = routes.MapGroup("/api/reservations").WithTags("Seats").RequireAuthorization();
        reservations.MapGet("", MyReservations.Handle);
        reservations.MapPost("", ReserveSeats.Handle).ProducesProblems(Problems.NoSuchHold, Problems.HoldExpired, Problems.LimitReached);
        reservations.MapGet("/{id}", ShowReservation.Handle).ProducesProblems(Problems.NoSuchReservation);
        reservations.MapDelete("/{id}", CancelReservation.Handle).ProducesProblems(Problems.NoSuchReservation, Problems.AlreadyCancelled);
        reservations.MapDelete("/{id}/seats/{gradeId}/{number}", CancelSeat.Handle).ProducesProblems(Problems.NoSuchReservation, Problems.NoSuchSeatReserved, Problems.AlreadyCancelled);

        var operators = routes.MapGroup("/api/admin/games/{gameId}").WithTags("Seats").RequireOperator();
        operators.MapGet("/blocks", ListBlocked.Handle).ProducesProblems(Problems.NoSuchGame);
        operators.MapPost("/blocks", BlockSeats.Handle).ProducesProblems(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.SeatTaken);
        operators.MapPost("/releases", UnblockSeats.Handle).ProducesProblems(Problems.NoSuchGame, Problems.NoSuchSeat, Problems.NotBlocked);
    }
}
