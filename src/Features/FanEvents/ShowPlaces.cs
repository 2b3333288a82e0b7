using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.FanEvents;

/// <summary>
/// The remaining places of an event and the length of its waiting list. Anonymous access. Read from the primary and never cached, so every replica returns
/// the right number immediately after an application. Returns 200. Errors: 404 <c>no-such-event</c>.
/// </summary>
public static class ShowPlaces
{
    /// <summary>The response. While fans are waiting, no place remains.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="Places">Number of places.</param>
    /// <param name="Remaining">Number of free places.</param>
    /// <param name="Waiting">Number of accounts on the waiting list.</param>
    /// <example>{"eventId":3,"places":100,"remaining":37,"waiting":0}</example>
    public sealed record PlacesLeft(long EventId, long Places, long Remaining, long Waiting);

    private static readonly Func<ReadContext, long, Task<PlacesLeft?>> Left = EF.CompileAsyncQuery((ReadContext database, long eventId) => database.Set<FanEventRow>()
        .Where(row => row.Id == eventId)
        .Select(row => new PlacesLeft(row.Id, row.Places, row.Places - row.Taken, row.Waiting))
        .SingleOrDefault());

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<PlacesLeft>, Problem>> Handle(long eventId, Reads reads, CancellationToken cancellation) =>
        await reads.QueryPrimaryAsync(database => Left(database, eventId), cancellation) is { } found ? TypedResults.Ok(found) : FanEventsProblems.NoSuchEvent;
}
