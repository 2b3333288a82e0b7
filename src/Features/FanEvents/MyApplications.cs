using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

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

    // An account has one application per event, so the event id breaks ties of applications with the same time, and serves as the cursor.
    private static readonly Func<ReadContext, long, DateTime, long, int, IAsyncEnumerable<EventApplication>> Newest = EF.CompileAsyncQuery(
        (ReadContext database, long accountId, DateTime time, long lastId, int rows) =>
            (from mine in database.Set<ApplicationRow>()
             join fanEvent in database.Set<FanEventRow>() on mine.EventId equals fanEvent.Id
             where mine.AccountId == accountId && (mine.AppliedAt < time || (mine.AppliedAt == time && mine.EventId < lastId))
             orderby mine.AppliedAt descending, mine.EventId descending
             select new EventApplication(
                mine.EventId, fanEvent.Title, fanEvent.Venue, fanEvent.StartsAt, mine.State, mine.AppliedAt, mine.ConfirmedAt, mine.CancelledAt))
            .Take(rows));

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<EventApplication>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var place = from ?? Cursor.BeforeNewest;
        var found = await reads.QueryPrimaryAsync(async database => await Newest(database, account.Id, place.Time, place.Id, length + 1).ToListAsync(), cancellation);
        return TypedResults.Ok(Page.Of(found, length, application => Cursor.At(application.AppliedAt, application.EventId)));
    }
}
