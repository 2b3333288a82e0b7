
namespace Dugout.Features.FanEvents;

/// <summary>What an operator says of an event, and may change.</summary>
/// <param name="Title">What it is called, 1 to 100 characters.</param>
/// <param name="Description">What it is about, 1 to 2,000 characters.</param>
/// <param name="Venue">Where in the district, 1 to 100 characters.</param>
/// <param name="District">The code of a district.</param>
/// <param name="Category">The code of a category.</param>
/// <param name="StartsAt">When it starts, UTC.</param>
/// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
/// <param name="ApplicationsCloseAt">From then on they can't, UTC: not after it starts.</param>
/// <param name="Places">How many can come, 1 to 100,000.</param>
public sealed record EventSettings(
    string Title, string Description, string Venue, string District, string Category,
    DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places)
{
    private const int LongestTitle = 100;
    private const int LongestDescription = 2_000;
    private const int LongestVenue = 100;
    private const int MostPlaces = 100_000;

    /// <summary>An event whose row is locked until the transaction ends.</summary>
    /// <param name="Settings">What operators say of it.</param>
    /// <param name="Taken">How many places fans have.</param>
    /// <param name="Waiting">How many wait for one.</param>
    internal sealed record Locked(EventSettings Settings, int Taken, int Waiting);

    /// <summary>The refusal of settings that can't be; null where all is well.</summary>
    internal Problem? Refusal() =>
        ErrorOf("title", Title, LongestTitle)
        ?? ErrorOf("description", Description, LongestDescription)
        ?? ErrorOf("venue", Venue, LongestVenue)
        ?? Labels.Districts.ErrorOf(District)
        ?? Labels.Categories.ErrorOf(Category)
        ?? Times.ErrorOf("startsAt", StartsAt)
        ?? Times.ErrorOf("applicationsOpenAt", ApplicationsOpenAt)
        ?? Times.ErrorOf("applicationsCloseAt", ApplicationsCloseAt)
        ?? (ApplicationsOpenAt >= ApplicationsCloseAt ? Problem.InvalidField("applicationsCloseAt", "Give a time after applicationsOpenAt.") : null)
        ?? (ApplicationsCloseAt > StartsAt ? Problem.InvalidField("applicationsCloseAt", "Give a time that isn't after startsAt.") : null)
        ?? (Places is < 1 or > MostPlaces ? Problem.InvalidField("places", $"Give 1 to {MostPlaces}.") : null);

    /// <summary>Reads them, and keeps others from the event until the transaction ends; null where there is no such event.</summary>
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

    private static Problem? ErrorOf(string field, string text, int longest) => string.IsNullOrWhiteSpace(text) || text.Length > longest
        ? Problem.InvalidField(field, $"Give 1 to {longest} characters, not all of them blanks.")
        : null;

    private sealed record Row(
        string Title, string Description, string Venue, string District, string Category,
        DateTime StartsAt, DateTime ApplicationsOpenAt, DateTime ApplicationsCloseAt, int Places, int Taken, int Waiting);
}

/// <summary>An event as an operator is answered, and as the record of acts has it.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Event">What it is.</param>
public sealed record EventState(long EventId, EventSettings Event);
