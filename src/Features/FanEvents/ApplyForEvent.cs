using Dapper;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Applies for an event: the signed-in account gets a place, or the end of the waiting list if all places are taken. One transaction on the primary counts and
/// writes the application and stores the response under its idempotency key. Returns 201; a repeat with the same key gets the same bytes, even if the application
/// has changed since. Errors: 400 <c>idempotency-key-missing</c>, 404 <c>no-such-event</c>, 409 <c>already-cancelled</c>, <c>already-applied</c>,
/// <c>applications-not-open</c>, <c>applications-closed</c> or, without a waiting list, <c>event-full</c>, 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>.
/// </summary>
public static class ApplyForEvent
{
    /// <summary>The application window, by the primary's clock.</summary>
    private const string InItsTime = "applications_open_at <= UTC_TIMESTAMP(6) AND applications_close_at > UTC_TIMESTAMP(6); ";

    /// <summary>The update contains the condition, so it changes no row if no place is left.</summary>
    private const string TakePlace = "UPDATE fan_events SET taken = taken + 1 WHERE id = @eventId AND taken < places AND " + InItsTime;

    private const string StandInLine = "UPDATE fan_events SET waiting = waiting + 1 WHERE id = @eventId AND taken = places AND has_waiting_list = 1 AND " + InItsTime;

    private const string Apply = """
        INSERT INTO event_applications (event_id, account_id, state, applied_at, confirmed_at)
        VALUES (IF(ROW_COUNT() = 1, @eventId, 0), @accountId, @state, @now, @confirmedAt);

        """;

    /// <summary>The event: the request content an idempotency key stands for.</summary>
    public sealed record ApplicationRequest(long EventId);

    /// <summary>The application as created.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="State"><c>confirmed</c>, or <c>waiting</c> on the waiting list.</param>
    /// <param name="AppliedAt">Time of the application, UTC.</param>
    /// <example>{"eventId":3,"state":"confirmed","appliedAt":"2027-03-20T01:00:00Z"}</example>
    public sealed record ApplicationAnswer(long EventId, string State, DateTime AppliedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ApplicationAnswer>, Problem>> Handle(
        long eventId, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account, Prospects prospects, IdempotentCommands idempotency,
        TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        var outcome = await idempotency.OnceAsync(account.Id, key!, new ApplicationRequest(eventId), WriteAsync, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Problem!;

        async Task<Result<KeyedWrite<ApplicationAnswer>>> WriteAsync()
        {
            var hoped = await prospects.OfAsync(eventId, account.Id, cancellation);
            return hoped.Value is { } state
                ? Write(state, Count(state), eventId, account, clock)
                : hoped.Problem!;
        }
    }

    /// <summary>The statement that counts the application.</summary>
    private static string Count(string state) => state == ApplicationStates.Waiting ? StandInLine : TakePlace;

    /// <summary>
    /// The SQL of the application, between its idempotency key and its commit. The lock of the event's row comes first and serialises all changes of its
    /// applications, so ids ascend in order of arrival. If nothing could be counted, the insert lacks its parent event, and the server stops there; it also stops
    /// if the account already has an application. If this process then freezes, the server closes the connection soon, so that no other application waits for the
    /// row.
    /// </summary>
    private static KeyedWrite<ApplicationAnswer> Write(string state, string count, long eventId, CurrentAccount account, TimeProvider clock)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var confirmedAt = state == ApplicationStates.Confirmed ? now : (DateTime?)null;
        var parameters = new DynamicParameters(new { eventId, accountId = account.Id, state, now, confirmedAt });
        return new(count + Apply, parameters, new(eventId, state, now), ProblemOf, LocksSharedRow: true);
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() || error.HasNoParent() || error.IsCheckViolated() ? PrimaryTransaction.Conflict : null;
}
