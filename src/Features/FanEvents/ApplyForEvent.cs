using Dapper;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.FanEvents;

/// <summary>
/// Gives the signed-in account a place at an event, or puts it at the end of the line where all are taken: one transaction on the primary counts it, writes it, and
/// stores the answer under its idempotency key. Refused with 400 <c>idempotency-key-missing</c>, 404 <c>no-such-event</c>, 409 <c>already-cancelled</c>,
/// <c>already-applied</c>, <c>applications-not-open</c>, <c>applications-closed</c> or, where there is no line, <c>event-full</c>, 422
/// <c>idempotency-key-reused</c>, 503 <c>busy</c>. Otherwise 201; a repeat with the same key gets the same bytes, whatever has become of the application since.
/// </summary>
public static class ApplyForEvent
{
    /// <summary>When fans can apply, by the primary's clock.</summary>
    private const string InItsTime = "applications_open_at <= UTC_TIMESTAMP(6) AND applications_close_at > UTC_TIMESTAMP(6); ";

    /// <summary>The condition is in the update, so who comes when nothing is left changes nothing.</summary>
    private const string TakePlace = "UPDATE fan_events SET taken = taken + 1 WHERE id = @eventId AND taken < places AND " + InItsTime;

    private const string StandInLine = "UPDATE fan_events SET waiting = waiting + 1 WHERE id = @eventId AND taken = places AND has_waiting_list = 1 AND " + InItsTime;

    private const string Apply = """
        INSERT INTO event_applications (event_id, account_id, state, applied_at, confirmed_at)
        VALUES (IF(ROW_COUNT() = 1, @eventId, 0), @accountId, @state, @now, @confirmedAt);

        """;

    /// <summary>What was hoped for can't be had any more: another look says what can.</summary>
    private static readonly Problem Beaten = Problems.Busy with { Detail = "Others were first. Try again shortly." };

    /// <summary>For which event: all that a key stands for.</summary>
    public sealed record ApplicationRequest(long EventId);

    /// <summary>The application, as it was made.</summary>
    /// <param name="EventId">The event.</param>
    /// <param name="State"><c>confirmed</c>, or <c>waiting</c> for who is in line.</param>
    /// <param name="AppliedAt">When, UTC.</param>
    public sealed record ApplicationAnswer(long EventId, string State, DateTime AppliedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ApplicationAnswer>, Problem>> Handle(
        long eventId, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account, Prospects prospects, IdempotentCommands idempotency,
        TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            var hoped = await prospects.OfAsync(eventId, account.Id, cancellation);
            Result<KeyedWrite<ApplicationAnswer>> write = hoped.Value is { } state
                ? Write(state, Count(state), eventId, account, clock)
                : hoped.Refusal!;
            var outcome = await idempotency.OnceAsync(account.Id, key!, new ApplicationRequest(eventId), write, cancellation);
            if (outcome.Value is { } answer)
                return answer;
            if (outcome.Refusal != Beaten)
                return outcome.Refusal!;
        }

        return Beaten;
    }

    /// <summary>The statement that counts it.</summary>
    private static string Count(string state) => state == ApplicationStates.Waiting ? StandInLine : TakePlace;

    /// <summary>
    /// The application, between its key and its commit. The event's row comes first, and its lock makes all who change its applications wait for each other: so ids
    /// ascend in the order fans came there. Where nothing could be counted the application finds no event, and the server stops there; it stops, too, where the fan
    /// has one, and then, should this process freeze, hangs up soon, so that nobody waits for that row.
    /// </summary>
    private static KeyedWrite<ApplicationAnswer> Write(string state, string count, long eventId, CurrentAccount account, TimeProvider clock)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var confirmedAt = state == ApplicationStates.Confirmed ? now : (DateTime?)null;
        var parameters = new DynamicParameters(new { eventId, accountId = account.Id, state, now, confirmedAt });
        return new(Transactions.HangUp + count + Apply + Transactions.Stay, parameters, new(eventId, state, now), Refusal);
    }

    private static Problem? Refusal(MySqlException error) => error.IsDuplicateKey() || error.HasNoParent() || error.IsCheckViolated() ? Beaten : null;
}
