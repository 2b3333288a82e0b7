using Dugout.Features.Catalog;
using Dugout.Features.Notices;
using Dugout.Features.Rankings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Seats;

/// <summary>Seat sales: availability, holds, reservations, cancellations and operator blocks.</summary>
internal static class SeatsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddSeats(this IServiceCollection services)
    {
        services.AddOptionsOf<SeatsOptions>("Seats");
        services.AddSingleton<SeatAvailability>();
        services.AddSingleton<Holds>();
        services.AddSingleton<BestSeats>();
        services.AddSingleton<HoldPlacement>();
        services.AddSingleton<Purchases>();
        services.AddSingleton<SeatFunnel>();
        services.AddSingleton<SeatSlots>();
        services.AddSingleton(provider => ClaimStrategies.All.Of(provider.GetRequiredService<IOptions<SeatsOptions>>().Value.Claim, provider));
        services.AddSingleton<Cancellations>();
        services.AddSingleton<SeatsQueries>();
        services.AddSingleton<SoldOutGames>();
        services.AddSingleton<LiveReads>();
        services.AddSingleton<IWarmUp, SeatsWarmUp>();
        services.AddOptionsOf<SeatStreamsOptions>("SeatStreams");
        services.AddSingleton<SeatScores>();
        services.AddSingleton<StreamLimits>();
        services.AddSingleton<SeatStreams>();
        services.AddSingleton<IRankingSource, MostReservedGames>();
    }

    public static void MapSeats(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/api/games/sold-out", ListSoldOut.Handle).WithTags("Seats").AllowAnonymous();
        var live = routes.MapGroup("/api/games/{gameId}").WithTags("Seats").AllowAnonymous();
        live.MapGet("/grades", ListGrades.Handle).ProducesProblems(CatalogProblems.NoSuchGame);
        live.MapGet("/grades/{gradeId}/taken", ListTaken.Handle).ProducesProblems(CatalogProblems.NoSuchGame, CatalogProblems.NoSuchGrade);
        // A stream is open for as long as its page; it has limits of its own.
        live.MapGet("/seat-changes", StreamSeatChanges.Handle)
            .ProducesProblems(CatalogProblems.NoSuchGame, SeatsProblems.SaleNotOpen, SeatsProblems.SaleClosed, SeatsProblems.TooManyStreams)
            .DisableRequestTimeout().DisableRateLimiting();

        var holds = routes.MapGroup("/api/games/{gameId}/holds").WithTags("Seats").RequireAuthorization();
        holds.MapGet("", MyHolds.Handle).ProducesProblems(CatalogProblems.NoSuchGame);
        holds.MapPost("", HoldSeats.Handle).RequireAdmission().ProducesProblems(CatalogProblems.NoSuchGame, SeatsProblems.NoSuchSeat, SeatsProblems.SaleNotOpen, SeatsProblems.SaleClosed, Holds.TakenSeat.Example, SeatsProblems.LimitReached);
        holds.MapPost("/best", HoldBestSeats.Handle).RequireAdmission().ProducesProblems(CatalogProblems.NoSuchGame, CatalogProblems.NoSuchGrade, SeatsProblems.SaleNotOpen, SeatsProblems.SaleClosed, HoldBestSeats.Example, SeatsProblems.LimitReached);
        holds.MapDelete("/{holdId}", ReleaseHold.Handle).ProducesProblems(SeatsProblems.NoSuchHold);
        holds.MapPost("/{holdId}/renewals", RenewHold.Handle).ProducesProblems(SeatsProblems.NoSuchHold, SeatsProblems.HoldExpired, SeatsProblems.RenewalLimit);

        var reservations = routes.MapGroup("/api/reservations").WithTags("Seats").RequireAuthorization();
        reservations.MapGet("", MyReservations.Handle);
        reservations.MapPost("", ReserveSeats.Handle).RequireAdmission().ProducesProblems(SeatsProblems.NoSuchHold, SeatsProblems.HoldExpired, SeatsProblems.LimitReached);
        reservations.MapGet("/{id}", ShowReservation.Handle).ProducesProblems(SeatsProblems.NoSuchReservation);
        reservations.MapDelete("/{id}", CancelReservation.Handle).ProducesProblems(SeatsProblems.NoSuchReservation, Problems.AlreadyCancelled);
        reservations.MapDelete("/{id}/seats/{gradeId}/{number}", CancelSeat.Handle).ProducesProblems(SeatsProblems.NoSuchReservation, SeatsProblems.NoSuchSeatReserved, Problems.AlreadyCancelled);

        var operators = routes.MapGroup("/api/admin/games/{gameId}").WithTags("Seats").RequireOperator();
        operators.MapGet("/blocks", ListBlocked.Handle).ProducesProblems(CatalogProblems.NoSuchGame);
        operators.MapPost("/blocks", BlockSeats.Handle).ProducesProblems(CatalogProblems.NoSuchGame, SeatsProblems.NoSuchSeat, Holds.TakenSeat.Example);
        operators.MapPost("/releases", UnblockSeats.Handle).ProducesProblems(CatalogProblems.NoSuchGame, SeatsProblems.NoSuchSeat, SeatsProblems.NotBlocked);
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddSeatsJobs(this IServiceCollection services)
    {
        services.AddSingleton<IOutboxReceiver, RecordSeatsChanged>();
        services.AddSingleton<IOutboxReceiver, RepairSeatAvailability>();
        services.AddSingleton<IOutboxReceiver, NotifyOfMovedGame>();
        services.AddSingleton<IDueNotices, LapsingHoldNotices>();
    }
}
