using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// The signed-in account's applications, newest first, cancelled ones among them. Read from the primary, so each is there, and is what it has become, at once. A page
/// begins after the last row of the previous page. 200, or 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class MyApplications
{
    /// <summary>An application.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="Title">Its name.</param>
    /// <param name="Venue">Where it is.</param>
    /// <param name="StartsAt">When it starts, UTC.</param>
    /// <param name="State"><c>confirmed</c>, <c>waiting</c> or <c>cancelled</c>.</param>
    /// <param name="AppliedAt">When the fan applied, UTC.</param>
    /// <param name="ConfirmedAt">Since when it had a place, UTC; null where it never had one.</param>
    /// <param name="CancelledAt">When it was given up, UTC; null where it wasn't.</param>
    public sealed record EventApplication(
        long EventId, string Title, string Venue, DateTime StartsAt, string State, DateTime AppliedAt, DateTime? ConfirmedAt, DateTime? CancelledAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<EventApplication>>, Problem>> Handle(
        string? after, int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        // An event has one application of the account, so its id tells apart those of one moment as well as their own would; they are listed in that order.
        var sql = """
            SELECT mine.event_id AS EventId, fan_event.title AS Title, fan_event.venue AS Venue, fan_event.starts_at AS StartsAt, mine.state AS State,
                   mine.applied_at AS AppliedAt, mine.confirmed_at AS ConfirmedAt, mine.cancelled_at AS CancelledAt
            FROM event_applications mine STRAIGHT_JOIN fan_events fan_event ON fan_event.id = mine.event_id
            WHERE mine.account_id = @Id
            """
            + (from is null ? "" : " AND (mine.applied_at < @Time OR (mine.applied_at = @Time AND mine.event_id < @LastId))")
            + " ORDER BY mine.applied_at DESC, mine.event_id DESC LIMIT @rows";
        var parameters = new { account.Id, from?.Time, LastId = from?.Id, rows = length + 1 };
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<EventApplication>(new(sql, parameters, cancellationToken: cancellation)), cancellation);
        List<EventApplication> found = [.. rows.Select(row => row with
        {
            StartsAt = row.StartsAt.Utc(),
            AppliedAt = row.AppliedAt.Utc(),
            ConfirmedAt = row.ConfirmedAt?.Utc(),
            CancelledAt = row.CancelledAt?.Utc(),
        })];
        return TypedResults.Ok(Page.Of(found, length, application => Cursor.At(application.AppliedAt, application.EventId)));
    }
}
