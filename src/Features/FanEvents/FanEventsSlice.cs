using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.FanEvents;

/// <summary>Events for fans: anonymous read access, applications by signed-in accounts, management by operators.</summary>
internal static class FanEventsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddFanEvents(this IServiceCollection services)
    {
        services.AddSingleton<Prospects>();
    }

    public static void MapFanEvents(this IEndpointRouteBuilder routes)
    {
        var events = routes.MapGroup("/api/events").WithTags("FanEvents").AllowAnonymous();
        events.MapGet("", ListEvents.Handle);
        events.MapGet("/{eventId}", ShowEvent.Handle).ProducesProblems(FanEventsProblems.NoSuchEvent);
        events.MapGet("/{eventId}/places", ShowPlaces.Handle).ProducesProblems(FanEventsProblems.NoSuchEvent);

        var applications = routes.MapGroup("/api").WithTags("FanEvents").RequireAuthorization();
        applications.MapPost("/events/{eventId}/applications", ApplyForEvent.Handle).ProducesProblems(FanEventsProblems.NoSuchEvent, Problems.AlreadyCancelled, FanEventsProblems.AlreadyApplied, FanEventsProblems.ApplicationsNotOpen, FanEventsProblems.ApplicationsClosed, FanEventsProblems.EventFull);
        applications.MapDelete("/events/{eventId}/applications/mine", CancelApplication.Handle).ProducesProblems(FanEventsProblems.NoSuchEvent, FanEventsProblems.NoSuchApplication, Problems.AlreadyCancelled);
        applications.MapGet("/event-applications", MyApplications.Handle);

        var operators = routes.MapGroup("/api/admin/events").WithTags("FanEvents").RequireOperator();
        operators.MapPost("", CreateEvent.Handle);
        operators.MapPatch("/{eventId}", ChangeEvent.Handle).ProducesProblems(FanEventsProblems.NoSuchEvent, FanEventsProblems.PlacesTaken);
    }
}
