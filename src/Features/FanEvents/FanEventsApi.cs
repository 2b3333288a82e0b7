using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.FanEvents;

/// <summary>Events for fans: everybody may look, who is signed in may apply for a place, operators make them.</summary>
internal static class FanEventsApi
{
    public static void MapFanEvents(this IEndpointRouteBuilder routes)
    {
        var events = routes.MapGroup("/api/events").WithTags("FanEvents").AllowAnonymous();
        events.MapGet("", ListEvents.Handle);
        events.MapGet("/{eventId}", ShowEvent.Handle).ProducesProblems(Problems.NoSuchEvent);
        events.MapGet("/{eventId}/places", ShowPlaces.Handle).ProducesProblems(Problems.NoSuchEvent);

        var applications = routes.MapGroup("/api").WithTags("FanEvents").RequireAuthorization();
        applications.MapPost("/events/{eventId}/applications", ApplyForEvent.Handle).ProducesProblems(Problems.NoSuchEvent, Problems.AlreadyCancelled, Problems.AlreadyApplied, Problems.ApplicationsNotOpen, Problems.ApplicationsClosed, Problems.EventFull);
        applications.MapDelete("/events/{eventId}/applications/mine", CancelApplication.Handle).ProducesProblems(Problems.NoSuchEvent, Problems.NoSuchApplication, Problems.AlreadyCancelled);
        applications.MapGet("/event-applications", MyApplications.Handle);

        var operators = routes.MapGroup("/api/admin/events").WithTags("FanEvents").RequireOperator();
        operators.MapPost("", CreateEvent.Handle);
        operators.MapPatch("/{eventId}", ChangeEvent.Handle).ProducesProblems(Problems.NoSuchEvent, Problems.PlacesTaken);
    }
}
