using Dapper;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Tells of something all whom it concerns: one statement for a thousand of them writes those notices that aren't there yet, and one behind it the messages that they are to be pushed,
/// in one transaction. What was told before is left out by the look; what somebody else tells at the same time, by the unique key.
/// </summary>
public sealed class NotifyMany(Writes writes, PushRoom room, PushMetrics metrics, TimeProvider clock)
{
    /// <summary>Writes nothing where the notice is there.</summary>
    internal const string UnlessTold = " ON DUPLICATE KEY UPDATE kind = VALUES(kind); ";

    /// <summary>The messages of the notices of <c>@kind</c> that were written at <c>@now</c>.</summary>
    internal const string Push = PushWanted.OfEach + "AND kind = @kind; ";

    /// <summary>Changes nothing, and finds the notices of <c>@kind</c> that were written at <c>@now</c>: so many are new.</summary>
    internal const string Count = "UPDATE notices FORCE INDEX (by_time) SET turn = turn WHERE created_at = @now AND kind = @kind; ";

    /// <summary>What is written of each row of a SELECT that follows.</summary>
    internal const string Head = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
        SELECT due.account_id, @kind, due.thing, @turn, due.called, @now FROM (
        """;

    /// <summary>Which of them are left out.</summary>
    internal const string Untold =
        """
        ) due LEFT JOIN notices told ON told.account_id = due.account_id AND told.kind = @kind AND told.about_id = due.thing AND told.turn = @turn
        WHERE told.id IS NULL LIMIT @BatchSize
        """ + UnlessTold;

    private const int BatchSize = 1_000;

    /// <summary>Tells all of them.</summary>
    /// <param name="kind">Of what kind.</param>
    /// <param name="turn">What tells it from an earlier notice of the same kind about the same thing.</param>
    /// <param name="due">SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>, a slice's fact: whom it concerns, what it is about, and its name.</param>
    /// <param name="values">The values of that, but for <c>@now</c>.</param>
    /// <param name="cancellation">Gives up between two transactions.</param>
    /// <returns>How many were told.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Others kept it waiting for too long. Those told by then are told.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public async Task<long> PublishAsync(string kind, long turn, string due, object values, CancellationToken cancellation)
    {
        // Somebody else may have told all of one batch: only who finds nobody twice is through.
        for (var (told, empty) = (0L, 0); ;)
        {
            cancellation.ThrowIfCancellationRequested();
            var parameters = new DynamicParameters(values);
            parameters.AddDynamicParams(new { turn, BatchSize });
            var written = await WriteAsync(Head + due + Untold, kind, parameters, cancellation);
            empty = written == 0 ? empty + 1 : 0;
            if (empty == 2)
                return told;
            told += written;
        }
    }

    /// <summary>Writes notices of a kind by a statement of the caller's, and the messages of those that are new.</summary>
    /// <param name="sql">The statement, which gives them the time <c>@now</c> and the kind <c>@kind</c>.</param>
    /// <param name="kind">Of what kind they are.</param>
    /// <param name="parameters">Its other values.</param>
    /// <param name="cancellation">Gives up, before anything is sent.</param>
    /// <returns>How many are new.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Others kept it waiting for too long.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    internal async Task<long> WriteAsync(string sql, string kind, DynamicParameters parameters, CancellationToken cancellation)
    {
        var isPushed = room.Has();
        parameters.AddDynamicParams(new { kind, now = clock.GetUtcNow().UtcDateTime.Microseconds() });
        var written = await writes.RunAsync(sql + (isPushed ? Push : Count), parameters, _ => null, cancellation);
        if (written.Value is not { } done)
            throw new TimeoutException($"Notices of the kind {kind} could not be written: {written.Refusal!.Detail}");
        if (!isPushed)
            metrics.Dropped(done.Changed);
        return done.Changed;
    }
}
