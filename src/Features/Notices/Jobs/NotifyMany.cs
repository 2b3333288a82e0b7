using Dapper;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Writes notices for many accounts. One transaction per thousand accounts writes the missing notices in one statement and the
/// outbox messages for their pushes in a second one. The query skips existing notices; the unique key resolves concurrent
/// inserts.
/// </summary>
public sealed class NotifyMany(PrimaryTransaction transaction, PushRoom room, PushMetrics metrics, TimeProvider clock)
{
    /// <summary>Makes the insert of an existing notice a no-op.</summary>
    internal const string UnlessTold = " ON DUPLICATE KEY UPDATE kind = VALUES(kind); ";

    /// <summary>Inserts the push messages of the notices that this batch wrote.</summary>
    internal const string Push = PushWanted.OfEach + "; ";

    /// <summary>Changes nothing; its matched rows count the notices that this batch wrote.</summary>
    internal const string Count = "UPDATE notices FORCE INDEX (by_time) SET turn = turn WHERE created_at = @now AND batch = @batch; ";

    /// <summary>The insert for each row of the SELECT that follows.</summary>
    internal const string Head = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch)
        SELECT due.account_id, @kind, due.thing, @turn, due.called, @now, @batch FROM (
        """;

    /// <summary>The filter that skips existing notices.</summary>
    internal const string Untold =
        """
        ) due LEFT JOIN notices sent ON sent.account_id = due.account_id AND sent.kind = @kind AND sent.about_id = due.thing AND sent.turn = @turn
        WHERE sent.id IS NULL LIMIT @BatchSize
        """ + UnlessTold;

    private const int BatchSize = 1_000;

    /// <summary>A random number for the notices of one transaction.</summary>
    internal static long NextBatch() => Random.Shared.NextInt64();

    /// <summary>Writes the notices for all rows of a query.</summary>
    /// <param name="kind">The kind of notice.</param>
    /// <param name="turn">Distinguishes the notice from an earlier one of the same kind and subject.</param>
    /// <param name="due">SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: the recipient, the subject's id and its name, from a query of a slice.</param>
    /// <param name="values">Parameters of the SELECT, except <c>@now</c>.</param>
    /// <param name="cancellation">Cancels between two transactions.</param>
    /// <returns>The number of written notices.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline. Notices written before stay.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public async Task<long> PublishAsync(string kind, long turn, string due, object values, CancellationToken cancellation)
    {
        // A concurrent worker may have written all notices of one batch, so only two empty batches in a row end the loop.
        for (var (notified, empty) = (0L, 0); ;)
        {
            cancellation.ThrowIfCancellationRequested();
            var parameters = new DynamicParameters(values);
            parameters.AddDynamicParams(new { turn, BatchSize });
            var written = await WriteAsync(Head + due + Untold, kind, parameters, cancellation);
            empty = written == 0 ? empty + 1 : 0;
            if (empty == 2)
                return notified;
            notified += written;
        }
    }

    /// <summary>Writes notices of a kind with the caller's statement, and the push messages of the new ones.</summary>
    /// <param name="sql">The statement, which must use the time <c>@now</c>, the kind <c>@kind</c> and the number <c>@batch</c>.</param>
    /// <param name="kind">The kind of notice.</param>
    /// <param name="parameters">Its other parameters.</param>
    /// <param name="cancellation">Cancels before anything is sent.</param>
    /// <returns>The number of new notices.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    internal async Task<long> WriteAsync(string sql, string kind, DynamicParameters parameters, CancellationToken cancellation)
    {
        var isPushed = room.Has();
        parameters.AddDynamicParams(new { kind, now = clock.GetUtcNow().UtcDateTime.Microseconds(), batch = NextBatch() });
        var written = await transaction.RunAsync(sql + (isPushed ? Push : Count), parameters, _ => null, cancellation);
        if (written.Value is not { } done)
            throw new TimeoutException($"Could not write notices of the kind {kind}: {written.Problem!.Detail}");
        if (!isPushed)
            metrics.Dropped(done.Rows);
        return done.Rows;
    }
}
