using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// The signed-in account's applications, newest first, including cancelled ones. Read from the primary, so every change is visible immediately. A page begins after
/// the last row of the previous page. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class MyApplications
{
    /// <summary>An application.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="Title">The event's title.</param>
    /// <param name="Venue">The event's venue.</param>
    /// <param name="StartsAt">When it starts, UTC.</param>
    /// <param name="State"><c>confirmed</c>, <c>waiting</c> or <c>cancelled</c>.</param>
    /// <param name="AppliedAt">When the fan applied, UTC.</param>
    /// <param name="ConfirmedAt">Time the place was confirmed, UTC; null if it never was.</param>
    /// <param name="CancelledAt">Time of the cancellation, UTC; null if not cancelled.</param>
    /// <example>{"eventId":3,"title":"LG 트윈스 팬 사인회","venue":"잠실야구장","startsAt":"2027-04-01T05:00:00Z","state":"confirmed","appliedAt":"2027-03-20T01:00:00Z","confirmedAt":"2027-03-20T01:00:00Z","cancelledAt":null}</example>
    public sealed record EventApplication(
        long EventId, string Title, string Venue, DateTime StartsAt, string State, DateTime AppliedAt, DateTime? ConfirmedAt, DateTime? CancelledAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<EventApplication>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        // An account has one application per event, so the event id breaks ties of applications with the same time, and serves as the cursor.
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
