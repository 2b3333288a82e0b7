
namespace Dugout.Features.FanEvents;

/// <summary>A row of <c>fan_events</c>, without its live counters.</summary>
internal sealed class FanEvent
{
    /// <summary>The columns a list query selects to fill this type.</summary>
    public const string Columns = "id AS Id, title AS Title, venue AS Venue, district AS District, category AS Category, starts_at AS StartsAt, "
        + "applications_open_at AS ApplicationsOpenAt, applications_close_at AS ApplicationsCloseAt, places AS Places, has_waiting_list AS HasWaitingList";

    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Its title.</summary>
    public required string Title { get; init; }

    /// <summary>Its description; empty if the query did not select it.</summary>
    public string Description { get; init; } = "";

    /// <summary>The venue within the district.</summary>
    public required string Venue { get; init; }

    /// <summary>One of <see cref="Labels.Districts"/>.</summary>
    public required string District { get; init; }

    /// <summary>One of <see cref="Labels.Categories"/>.</summary>
    public required string Category { get; init; }

    /// <summary>When it starts, UTC.</summary>
    public DateTime StartsAt { get; init; }

    /// <summary>Start of the application window, UTC, inclusive.</summary>
    public DateTime ApplicationsOpenAt { get; init; }

    /// <summary>End of the application window, UTC, exclusive.</summary>
    public DateTime ApplicationsCloseAt { get; init; }

    /// <summary>Number of places.</summary>
    public int Places { get; init; }

    /// <summary>Whether the event has a waiting list.</summary>
    public bool HasWaitingList { get; init; }

    /// <summary>Converts the row to a list item.</summary>
    public EventItem ToItem() => new(
        Id, Title, Venue, Labels.Districts.Of(District), Labels.Categories.Of(Category),
        StartsAt.Utc(), ApplicationsOpenAt.Utc(), ApplicationsCloseAt.Utc(), Places, HasWaitingList);
}

/// <summary>An event as a list item. <see cref="ShowPlaces"/> returns its live counters.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Title">Its title.</param>
/// <param name="Venue">The venue within the district.</param>
/// <param name="District">The district.</param>
/// <param name="Category">The category.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
/// <param name="ApplicationsCloseAt">End of the application window, UTC, exclusive.</param>
/// <param name="Places">Number of places.</param>
/// <param name="HasWaitingList">Whether the event has a waiting list.</param>
/// <example>{"eventId":3,"title":"LG 트윈스 팬 사인회","venue":"잠실야구장","district":{"code":"seoul","name":"서울"},"category":{"code":"signing","name":"팬 사인회"},"startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100,"hasWaitingList":true}</example>
public sealed record EventItem(
    long EventId, string Title, string Venue, Label District, Label Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList);
