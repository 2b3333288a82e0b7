using MySqlConnector;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Predicts the state of a new application. Read from the primary, by its clock; the statements of the application check the same conditions again.
/// </summary>
public sealed class Prospects(Databases databases)
{
    private const string Sql = """
        SELECT CASE
            WHEN mine.state = 'cancelled' THEN 'already-cancelled'
            WHEN mine.state IS NOT NULL THEN 'already-applied'
            WHEN fan_event.applications_open_at > UTC_TIMESTAMP(6) THEN 'applications-not-open'
            WHEN fan_event.applications_close_at <= UTC_TIMESTAMP(6) THEN 'applications-closed'
            WHEN fan_event.taken < fan_event.places THEN 'confirmed'
            WHEN fan_event.has_waiting_list THEN 'waiting'
            ELSE 'event-full' END
        FROM fan_events fan_event LEFT JOIN event_applications mine ON mine.event_id = fan_event.id AND mine.account_id = @accountId
        WHERE fan_event.id = @eventId
        """;

    private static readonly Problem[] Reasons =
        [Problems.AlreadyCancelled, FanEventsProblems.AlreadyApplied, FanEventsProblems.ApplicationsNotOpen, FanEventsProblems.ApplicationsClosed, FanEventsProblems.EventFull];

    /// <summary>The state of the application, <see cref="ApplicationStates.Confirmed"/> or <see cref="ApplicationStates.Waiting"/>; or the error.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    internal async Task<Result<string>> OfAsync(long eventId, long accountId, CancellationToken cancellation)
    {
        var found = await databases.QueryPrimaryAsync(
            primary => primary.ExecuteScalarAsync<string?>(new(Sql, new { eventId, accountId }, cancellationToken: cancellation)), cancellation);
        if (found is null)
            return FanEventsProblems.NoSuchEvent;
        return Array.Find(Reasons, reason => reason.Code == found) is { } problem ? problem : found;
    }
}
