
namespace Dugout.Features.FanEvents;

/// <summary>A row of <c>fan_events</c>, but for what is live.</summary>
internal sealed class FanEvent
{
    /// <summary>What a list wants of the table so that it can be read into this.</summary>
    public const string Columns = "id AS Id, title AS Title, venue AS Venue, district AS District, category AS Category, starts_at AS StartsAt, "
        + "applications_open_at AS ApplicationsOpenAt, applications_close_at AS ApplicationsCloseAt, places AS Places, has_waiting_list AS HasWaitingList";

    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Its name.</summary>
    public required string Title { get; init; }

    /// <summary>What it is about; empty where it wasn't asked for.</summary>
    public string Description { get; init; } = "";

    /// <summary>Where in the district.</summary>
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

    /// <summary>What a list tells of it.</summary>
    public EventItem ToItem() => new(
        Id, Title, Venue, Labels.Districts.Of(District), Labels.Categories.Of(Category),
        StartsAt.Utc(), ApplicationsOpenAt.Utc(), ApplicationsCloseAt.Utc(), Places, HasWaitingList);
}

/// <summary>An event as a list shows it. What is live of it, <see cref="ShowPlaces"/> tells.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Title">Its name.</param>
/// <param name="Venue">Where in the district.</param>
/// <param name="District">Where.</param>
/// <param name="Category">Of what kind.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
/// <param name="ApplicationsCloseAt">End of the application window, UTC, exclusive.</param>
/// <param name="Places">Number of places.</param>
/// <param name="HasWaitingList">Whether the event has a waiting list.</param>
public sealed record EventItem(
    long EventId, string Title, string Venue, Label District, Label Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList);
