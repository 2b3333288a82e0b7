
namespace Dugout.Features.FanEvents;

/// <summary>The settings of an event that an operator can change.</summary>
/// <param name="Title">Its title, 1 to 100 characters.</param>
/// <param name="Description">Its description, 1 to 2,000 characters.</param>
/// <param name="Venue">The venue within the district, 1 to 100 characters.</param>
/// <param name="District">The code of a district.</param>
/// <param name="Category">The code of a category.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
/// <param name="ApplicationsCloseAt">End of the application window, UTC, exclusive; not after the start of the event.</param>
/// <param name="Places">Number of places, 1 to 100,000.</param>
/// <example>{"title":"LG 트윈스 팬 사인회","description":"경기 전 선수들이 사인을 해 드립니다.","venue":"잠실야구장","district":"seoul","category":"signing","startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100}</example>
public sealed record EventSettings(
    string Title, string Description, string Venue, string District, string Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places)
{
    internal const int LongestTitle = 100;
    internal const int LongestDescription = 2_000;
    internal const int LongestVenue = 100;
    internal const int MostPlaces = 100_000;

    /// <summary>An event whose row is locked until the transaction ends.</summary>
    /// <param name="Settings">Its settings.</param>
    /// <param name="Taken">Number of taken places.</param>
    /// <param name="Waiting">Number of accounts on the waiting list.</param>
    internal sealed record Locked(EventSettings Settings, int Taken, int Waiting);

    /// <summary>Validates the order of the times; null if it is valid.</summary>
    internal Problem? ErrorOf() =>
        (ApplicationsOpenAt >= ApplicationsCloseAt ? Problem.InvalidField("applicationsCloseAt", "Give a time after applicationsOpenAt.") : null)
        ?? (ApplicationsCloseAt > StartsAt ? Problem.InvalidField("applicationsCloseAt", "Give a time that isn't after startsAt.") : null);

    /// <summary>Reads and locks the event until the transaction ends; null if there is no such event.</summary>
    internal static async Task<Locked?> LockAsync(LeasedConnection connection, long eventId)
    {
        const string Sql = """
            SELECT title AS Title, description AS Description, venue AS Venue, district AS District, category AS Category, starts_at AS StartsAt,
                   applications_open_at AS ApplicationsOpenAt, applications_close_at AS ApplicationsCloseAt, places AS Places, taken AS Taken, waiting AS Waiting
            FROM fan_events WHERE id = @eventId FOR UPDATE
            """;
        return await connection.QuerySingleOrDefaultAsync<Row>(Sql, new { eventId }) is { } row
            ? new(
                new(row.Title, row.Description, row.Venue, row.District, row.Category,
                    row.StartsAt.Utc(), row.ApplicationsOpenAt.Utc(), row.ApplicationsCloseAt.Utc(), row.Places),
                row.Taken, row.Waiting)
            : null;
    }

    private sealed record Row(
        string Title, string Description, string Venue, string District, string Category,
        DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, int Taken, int Waiting);
}

/// <summary>An event in an operator's response and in the record of operator acts.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Event">Its settings.</param>
/// <example>{"eventId":3,"event":{"title":"LG 트윈스 팬 사인회","description":"경기 전 선수들이 사인을 해 드립니다.","venue":"잠실야구장","district":"seoul","category":"signing","startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100}}</example>
public sealed record EventState(long EventId, EventSettings Event);
