using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Cancels the signed-in account's application for an event, at any time and permanently. In the same transaction a freed place goes to the account that has waited
/// longest. Returns 204. Errors: 404 <c>no-such-event</c> or <c>no-such-application</c>, 409 <c>already-cancelled</c>, 503 <c>busy</c>.
/// </summary>
public static class CancelApplication
{
    /// <summary>
    /// The lock of the event's row comes first and serialises all changes of its applications; the statements after it read the application's state under that
    /// lock. Each counter changes only if the previous statement changed a row. A cancelled place stays taken if an account is waiting for it.
    /// </summary>
    private const string Sql = """
        SELECT id FROM fan_events WHERE id = @eventId FOR UPDATE;
        SELECT state FROM event_applications FORCE INDEX (one_application_a_fan) WHERE event_id = @eventId AND account_id = @accountId FOR UPDATE;
        UPDATE event_applications FORCE INDEX (one_application_a_fan) SET state = 'cancelled', cancelled_at = @now
        WHERE event_id = @eventId AND account_id = @accountId AND state = 'waiting';
        UPDATE fan_events SET waiting = waiting - 1 WHERE id = @eventId AND ROW_COUNT() = 1;
        UPDATE event_applications FORCE INDEX (one_application_a_fan) SET state = 'cancelled', cancelled_at = @now
        WHERE event_id = @eventId AND account_id = @accountId AND state = 'confirmed';
        UPDATE fan_events SET taken = taken - IF(waiting = 0, 1, 0), waiting = waiting - IF(waiting = 0, 0, 1) WHERE id = @eventId AND ROW_COUNT() = 1;
        UPDATE event_applications FORCE INDEX (in_line) SET state = 'confirmed', confirmed_at = @now
        WHERE event_id = @eventId AND state = 'waiting' AND ROW_COUNT() = 1 ORDER BY id LIMIT 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long eventId, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {
        var values = new { eventId, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() };
        var cancelled = await transaction.RunAsync<Found>(
            async open =>
            {
                var found = await open.CommitAsync(Sql, values, locksSharedRow: true, FindAsync);
                return ErrorOf(found) is { } problem ? problem : found;
            },
            _ => null, cancellation);
        return cancelled.Problem is { } problem ? problem : TypedResults.NoContent();
    }

    /// <summary>What the statements found.</summary>
    /// <param name="EventId">The event; null if there is none.</param>
    /// <param name="Before">The previous state of the application; null if there is none.</param>
    private sealed record Found(long? EventId, string? Before);

    private static async Task<Found> FindAsync(LeasedConnection.ResultSets results) =>
        new(await results.ReadSingleOrDefaultAsync<long?>(), await results.ReadSingleOrDefaultAsync<string?>());

    /// <summary>The error if nothing was changed; otherwise null.</summary>
    private static Problem? ErrorOf(Found found) => (found.EventId, found.Before) switch
    {
        (null, _) => FanEventsProblems.NoSuchEvent,
        (_, null) => FanEventsProblems.NoSuchApplication,
        (_, ApplicationStates.Cancelled) => Problems.AlreadyCancelled,
        _ => null,
    };
}
