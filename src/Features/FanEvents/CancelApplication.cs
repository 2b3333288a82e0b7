using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

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
    private const string Sql = Transactions.HangUp + Transactions.Begin + """
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

        """ + Transactions.Stay;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long eventId, CurrentAccount account, Databases databases, CommitPosition written, Deadline deadline, TimeProvider clock, CancellationToken cancellation)
    {
        var values = new { eventId, accountId = account.Id, now = clock.GetUtcNow().UtcDateTime.Microseconds() };
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                // Not cancelled when the client disconnects, so that a disconnect does not leave the outcome unknown.
                await using var answers = await connection.QueryMultipleAsync(new(Sql + written.Commit, values, cancellationToken: deadline.Token));
                var found = await answers.ReadSingleOrDefaultAsync<long?>();
                var was = await answers.ReadSingleOrDefaultAsync<string?>();
                written.Report(await answers.ReadSingleAsync<string?>());
                return ErrorOf(found, was) is { } refusal ? refusal : TypedResults.NoContent();
            }
            catch (Exception error) when (error.LeavesOutcomeOpen())
            {
                throw new OutcomeUnknownException(error);
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // Deadlock: the server has rolled back the transaction. Retry from the start.
            }
            catch (MySqlException error) when (error.IsLockWaitOver())
            {
                await connection.ExecuteAsync(Transactions.Undo);
                return Problems.Busy;
            }
        }

        return Problems.Busy;
    }

    /// <summary>The error if nothing was changed; otherwise null.</summary>
    /// <param name="found">The event's id; null if there is none.</param>
    /// <param name="was">The previous state of the application; null if there is none.</param>
    private static Problem? ErrorOf(long? found, string? was) => (found, was) switch
    {
        (null, _) => FanEventsProblems.NoSuchEvent,
        (_, null) => FanEventsProblems.NoSuchApplication,
        (_, ApplicationStates.Cancelled) => Problems.AlreadyCancelled,
        _ => null,
    };
}
