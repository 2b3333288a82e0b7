
namespace Dugout.Features.FanEvents;

/// <summary>Cache keys of event responses and the tags that invalidate them. No cached response contains the number of remaining places.</summary>
internal static class EventResponses
{
    private const string ListsTag = "events";

    /// <summary>The first page of a list.</summary>
    public static CacheKey List(EventFilter filter) => new("events", ListsTag, filter.District, filter.Category, filter.FromDay, filter.ToDay);

    /// <summary>One event.</summary>
    public static CacheKey Event(long eventId) => new("event", TagOf(eventId), eventId);

    /// <summary>The tags to invalidate after an event was created or changed.</summary>
    public static IReadOnlyList<string> OfEvent(long eventId) => [ListsTag, TagOf(eventId)];

    private static string TagOf(long eventId) => $"event:{eventId}";
}
