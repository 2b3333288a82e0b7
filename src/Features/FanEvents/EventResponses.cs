
namespace Dugout.Features.FanEvents;

/// <summary>Under which keys answers about events are kept, and what evicts them. How many places are left is in none of them.</summary>
internal static class EventResponses
{
    private const string ListsTag = "events";

    /// <summary>The first page of a list.</summary>
    public static CacheKey List(EventFilter filter) => new("events", ListsTag, filter.District, filter.Category, filter.FromDay, filter.ToDay);

    /// <summary>One event.</summary>
    public static CacheKey Event(long eventId) => new("event", TagOf(eventId), eventId);

    /// <summary>What is out of date when an event was made or changed.</summary>
    public static IReadOnlyList<string> OfEvent(long eventId) => [ListsTag, TagOf(eventId)];

    private static string TagOf(long eventId) => $"event:{eventId}";
}
