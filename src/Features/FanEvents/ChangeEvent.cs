using System.Text.Json.Serialization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Changes an event. Operators only. Omitted members stay unchanged. Additional places go to the accounts that have waited longest, in the same transaction; no
/// account loses a place. The change is visible everywhere within a second. Returns 200 with the changed event. Errors: 400 <c>invalid</c>, 404
/// <c>no-such-event</c>, 409 <c>places-taken</c> for fewer places than are taken.
/// </summary>
public static class ChangeEvent
{
    private const string Update = """
        UPDATE fan_events
        SET title = @Title, description = @Description, venue = @Venue, district = @District, category = @Category, starts_at = @StartsAt,
            applications_open_at = @ApplicationsOpenAt, applications_close_at = @ApplicationsCloseAt,
            places = @Places, taken = taken + @promoted, waiting = waiting - @promoted
        WHERE id = @eventId
        """;

    private const string Promote = """
        UPDATE event_applications FORCE INDEX (in_line) SET state = 'confirmed', confirmed_at = @now
        WHERE event_id = @eventId AND state = 'waiting' ORDER BY id LIMIT @promoted
        """;

    /// <summary>The changes; see <see cref="EventSettings"/>.</summary>
    /// <param name="Title">The new title, 1 to 100 characters; omitted to keep it.</param>
    /// <param name="Description">The new description, 1 to 2,000 characters; omitted to keep it.</param>
    /// <param name="Venue">The new venue within the district, 1 to 100 characters; omitted to keep it.</param>
    /// <param name="District">The code of the new district; omitted to keep it.</param>
    /// <param name="Category">The code of the new category; omitted to keep it.</param>
    /// <param name="StartsAt">The new start, UTC; omitted to keep it.</param>
    /// <param name="ApplicationsOpenAt">The new start of the application window, UTC, inclusive; omitted to keep it.</param>
    /// <param name="ApplicationsCloseAt">The new end of the application window, UTC, exclusive; omitted to keep it.</param>
    /// <param name="Places">The new number of places, 1 to 100,000; omitted to keep it.</param>
    /// <example>{"places":150}</example>
    public sealed record ChangeEventRequest(
        [property: Text(EventSettings.LongestTitle), JsonConverter(typeof(NeverNull<string>))] string? Title = null,
        [property: Text(EventSettings.LongestDescription), JsonConverter(typeof(NeverNull<string>))] string? Description = null,
        [property: Text(EventSettings.LongestVenue), JsonConverter(typeof(NeverNull<string>))] string? Venue = null,
        [property: District, JsonConverter(typeof(NeverNull<string>))] string? District = null,
        [property: Category, JsonConverter(typeof(NeverNull<string>))] string? Category = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? StartsAt = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? ApplicationsOpenAt = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? ApplicationsCloseAt = null,
        [property: Number(1, EventSettings.MostPlaces), JsonConverter(typeof(NeverNull<int?>))] int? Places = null);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<EventState>, Problem>> Handle(
        long eventId, ChangeEventRequest request, CurrentAccount account, OperatorActs acts, TimeProvider clock, CancellationToken cancellation)
    {
        if (request == new ChangeEventRequest())
            return Problem.InvalidField("body", "Give at least one member to change.");

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var changed = await acts.DoAsync(account, "change-event", connection => ChangeAsync(connection, eventId, request, now), _ => null, cancellation);
        return changed.Value is { } state ? TypedResults.Ok(state) : changed.Problem!;
    }

    private static async Task<Result<OperatorAct<EventState>>> ChangeAsync(LeasedConnection connection, long eventId, ChangeEventRequest request, DateTime now)
    {
        if (await EventSettings.LockAsync(connection, eventId) is not { } before)
            return FanEventsProblems.NoSuchEvent;
        var wanted = With(before.Settings, request);
        if (wanted.ErrorOf() is { } invalid)
            return invalid;
        if (wanted.Places < before.Taken)
            return FanEventsProblems.PlacesTaken;

        var promoted = Math.Min(before.Waiting, wanted.Places - before.Taken);
        await connection.ExecuteAsync(Update, new
        {
            eventId,
            wanted.Title,
            wanted.Description,
            wanted.Venue,
            wanted.District,
            wanted.Category,
            wanted.StartsAt,
            wanted.ApplicationsOpenAt,
            wanted.ApplicationsCloseAt,
            wanted.Places,
            promoted,
        });
        if (promoted > 0 && await connection.ExecuteAsync(Promote, new { eventId, promoted, now }) != promoted)
            throw new InvalidOperationException($"Event {eventId} counts {before.Waiting} waiting applications, but has fewer.");
        var after = (await EventSettings.LockAsync(connection, eventId))!;
        return new OperatorAct<EventState>(
            GameId: null, new(eventId, before.Settings), new(eventId, after.Settings), new AnswersChanged(EventResponses.OfEvent(eventId)));
    }

    private static EventSettings With(EventSettings before, ChangeEventRequest request) => new(
        request.Title ?? before.Title, request.Description ?? before.Description, request.Venue ?? before.Venue,
        request.District ?? before.District, request.Category ?? before.Category,
        request.StartsAt ?? before.StartsAt, request.ApplicationsOpenAt ?? before.ApplicationsOpenAt, request.ApplicationsCloseAt ?? before.ApplicationsCloseAt,
        request.Places ?? before.Places);
}
