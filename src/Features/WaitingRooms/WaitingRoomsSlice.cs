using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.WaitingRooms;

/// <summary>Waiting rooms: fans wait by number, and are admitted as fast as the shop can serve them.</summary>
internal static class WaitingRoomsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddWaitingRooms(this IServiceCollection services)
    {
        services.AddOptionsOf<WaitingRoomsOptions>("WaitingRooms");
        services.AddSingleton<RoomCopies>();
        services.AddSingleton<SignedTickets>();
        services.AddSingleton<TicketQueries>();
        services.AddSingleton<WaitingTickets>();
        services.AddSingleton<SaleLoad>();
        services.AddSingleton<NewTickets>();
        services.AddSingleton<ProcessLoad>();
        services.AddSingleton<IAdmitBuyers, CheckPass>();
        services.AddHostedService<ReportSaleLoad>();
    }

    public static void MapWaitingRooms(this IEndpointRouteBuilder routes)
    {
        var room = routes.MapGroup("/api/games/{gameId}/waiting-room").WithTags("WaitingRooms");
        room.MapGet("", ShowWaitingRoom.Handle).AllowAnonymous();
        room.MapPost("/tickets", TakeTicket.Handle).RequireAuthorization().ProducesProblems(WaitingRoomsProblems.NoWaitingRoom);
        room.MapPost("/passes", ExchangeTicket.Handle).RequireAuthorization().ProducesProblems(
            WaitingRoomsProblems.NoSuchTicket, WaitingRoomsProblems.NoWaitingRoom, WaitingRoomsProblems.NotAdmittedYet, WaitingRoomsProblems.NumberLapsed);
        var operators = routes.MapGroup("/api/admin/games/{gameId}/waiting-room").WithTags("WaitingRooms").RequireOperator();
        operators.MapGet("", MonitorWaitingRoom.Handle).ProducesProblems(WaitingRoomsProblems.NoWaitingRoom);
        operators.MapPut("", SetWaitingRoom.Handle).ProducesProblems(CatalogProblems.NoSuchGame, WaitingRoomsProblems.AlreadyDrawn);
    }

    /// <summary>Registers the slice's jobs, for the worker.</summary>
    public static void AddWaitingRoomsJobs(this IServiceCollection services) => services.AddHostedService<AdmitFans>();
}
