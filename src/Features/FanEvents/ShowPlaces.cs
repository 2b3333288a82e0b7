using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// How many places of an event are left, and how many fans wait for one. Anonymous access. Read from the primary and never kept, so it is right at once after
/// an application, whichever replica answers. 200, or 404 <c>no-such-event</c>.
/// </summary>
public static class ShowPlaces
{
    /// <summary>The answer. Where fans wait, nothing is left.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="Places">Number of places.</param>
    /// <param name="Remaining">How many places nobody has.</param>
    /// <param name="Waiting">How many fans are in line.</param>
    public sealed record PlacesLeft(long EventId, long Places, long Remaining, long Waiting);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<PlacesLeft>, Problem>> Handle(long eventId, Databases databases, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT id AS EventId, CAST(places AS SIGNED) AS Places, CAST(places - taken AS SIGNED) AS Remaining, CAST(waiting AS SIGNED) AS Waiting
            FROM fan_events WHERE id = @eventId
            """;
        var found = await databases.QueryPrimaryAsync(
            primary => primary.QuerySingleOrDefaultAsync<PlacesLeft>(new(Sql, new { eventId }, cancellationToken: cancellation)), cancellation);
        return found is null ? FanEventsProblems.NoSuchEvent : TypedResults.Ok(found);
    }
}
