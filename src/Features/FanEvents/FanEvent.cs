
namespace Dugout.Features.FanEvents;

/// <summary>A row of <c>fan_events</c>, but for what is live.</summary>
internal sealed class FanEvent
{
    /// <summary>What a list wants of the table so that it can be read into this.</summary>
    public const string Columns = "id AS Id, title AS Title, venue AS Venue, district AS District, category AS Category, starts_at AS StartsAt, "
        + "applications_open_at AS ApplicationsOpenAt, applications_close_at AS ApplicationsCloseAt, places AS Places, has_waiting_list AS HasWaitingList";

    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>What it is called.</summary>
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

    /// <summary>First moment fans can apply, UTC.</summary>
    public DateTime ApplicationsOpenAt { get; init; }

    /// <summary>From then on they can't, UTC.</summary>
    public DateTime ApplicationsCloseAt { get; init; }

    /// <summary>How many can come.</summary>
    public int Places { get; init; }

    /// <summary>Whether those who come too late are put in line.</summary>
    public bool HasWaitingList { get; init; }

    /// <summary>What a list tells of it.</summary>
    public EventItem ToItem() => new(
        Id, Title, Venue, Labels.Districts.Of(District), Labels.Categories.Of(Category),
        StartsAt.Utc(), ApplicationsOpenAt.Utc(), ApplicationsCloseAt.Utc(), Places, HasWaitingList);
}

/// <summary>An event as a list shows it. What is live of it, <see cref="ShowPlaces"/> tells.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Title">What it is called.</param>
/// <param name="Venue">Where in the district.</param>
/// <param name="District">Where.</param>
/// <param name="Category">Of what kind.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">First moment fans can apply, UTC.</param>
/// <param name="ApplicationsCloseAt">From then on they can't, UTC.</param>
/// <param name="Places">How many can come.</param>
/// <param name="HasWaitingList">Whether those who come too late are put in line.</param>
public sealed record EventItem(
    long EventId, string Title, string Venue, Label District, Label Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, bool HasWaitingList);
