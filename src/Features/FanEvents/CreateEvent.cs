using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Creates an event that fans can apply for within its application window. Operators only. It is listed everywhere within a second. Whether it has a waiting list
/// can't be changed later. Returns 201. Errors: 400 <c>invalid</c>.
/// </summary>
public static class CreateEvent
{
    private const string Insert = """
        INSERT INTO fan_events (title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list)
        VALUES (@Title, @Description, @Venue, @District, @Category, @StartsAt, @ApplicationsOpenAt, @ApplicationsCloseAt, @Places, @HasWaitingList);
        SELECT LAST_INSERT_ID();
        """;

    /// <summary>The event; see <see cref="EventSettings"/>.</summary>
    /// <param name="Title">Its title.</param>
    /// <param name="Description">Its description.</param>
    /// <param name="Venue">The venue within the district.</param>
    /// <param name="District">The code of a district.</param>
    /// <param name="Category">The code of a category.</param>
    /// <param name="StartsAt">When it starts, UTC.</param>
    /// <param name="ApplicationsOpenAt">Start of the application window, UTC, inclusive.</param>
    /// <param name="ApplicationsCloseAt">End of the application window, UTC, exclusive.</param>
    /// <param name="Places">Number of places.</param>
    /// <param name="HasWaitingList">Whether the event has a waiting list.</param>
    /// <example>{"title":"LG 트윈스 팬 사인회","description":"경기 전 선수들이 사인을 해 드립니다.","venue":"잠실야구장","district":"seoul","category":"signing","startsAt":"2027-04-01T05:00:00Z","applicationsOpenAt":"2027-03-18T00:00:00Z","applicationsCloseAt":"2027-03-31T15:00:00Z","places":100,"hasWaitingList":true}</example>
    public sealed record CreateEventRequest(
        [property: Text(EventSettings.LongestTitle)] string Title,
        [property: Text(EventSettings.LongestDescription)] string Description,
        [property: Text(EventSettings.LongestVenue)] string Venue,
        [property: District] string District,
        [property: Category] string Category,
        [property: Time] DateTime StartsAt,
        [property: Time] DateTime ApplicationsOpenAt,
        [property: Time] DateTime ApplicationsCloseAt,
        [property: Number(1, EventSettings.MostPlaces)] int Places,
        bool HasWaitingList = true);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<EventState>, Problem>> Handle(
        CreateEventRequest request, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var wanted = new EventSettings(
            request.Title, request.Description, request.Venue, request.District, request.Category,
            request.StartsAt, request.ApplicationsOpenAt, request.ApplicationsCloseAt, request.Places);
        if (wanted.ErrorOf() is { } invalid)
            return invalid;

        var made = await acts.DoAsync(account, "create-event", connection => MakeAsync(connection, request), _ => null, cancellation);
        return made.Value is { } state ? TypedResults.Created($"/api/events/{state.EventId}", state) : made.Problem!;
    }

    private static async Task<Result<OperatorAct<EventState>>> MakeAsync(LeasedConnection connection, CreateEventRequest request)
    {
        var eventId = await connection.ExecuteScalarAsync<long>(Insert, request);
        var made = (await EventSettings.LockAsync(connection, eventId))!;
        return new OperatorAct<EventState>(GameId: null, Before: null, new(eventId, made.Settings), new AnswersChanged(EventResponses.OfEvent(eventId)));
    }
}
