using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.FanEvents;

/// <summary>
/// One event, also a past one. Anonymous access. Read from a replica and cached until changed. Returns 200. Errors: 404
/// <c>no-such-event</c>.
/// </summary>
public static class ShowEvent
{
    /// <summary>The event.</summary>
    /// <param name="Event">The list item.</param>
    /// <param name="Description">Its description.</param>
    /// <example>{"event":{"eventId":3,"title":"LG 트윈스 팬 사인회","venue":"잠실야구장","district":{"code":"seoul","name":"서울"},"category":{"code":"signing","name":"팬 사인회"},"startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100,"hasWaitingList":true},"description":"경기 전 선수들이 사인을 해 드립니다."}</example>
    public sealed record EventDetail(EventItem Event, string Description);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<EventDetail>, Problem>> Handle(long eventId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(EventResponses.Event(eventId), seen, (database, ask) => FindAsync(database, eventId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<EventDetail>> FindAsync(ReadContext database, long eventId, CancellationToken cancellation)
    {
        var found = await database.Set<FanEventRow>().SingleOrDefaultAsync(row => row.Id == eventId, cancellation);
        return found is null ? FanEventsProblems.NoSuchEvent : new EventDetail(found.ToItem(), found.Description);
    }
}
