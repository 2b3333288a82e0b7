using MySqlConnector;

namespace Dugout.Platform.Idempotency;

/// <summary>Changes rows where a repeat needs no key. A change is one batch with the commit at its end; the server stops at the first statement that fails, and then nothing has changed.</summary>
public sealed class Writes(Databases databases, CommitPosition written, Deadline deadline)
{
    /// <summary>Result of a change. Filled by properties, not a constructor: SQL returns integers of several sizes.</summary>
    public sealed class Done
    {
        /// <summary>Number of rows matched by the last statement.</summary>
        public long Changed { get; init; }

        /// <summary>Id of the created row, if one was created.</summary>
        public long Id { get; init; }
    }

    /// <summary>Runs a change, or returns an error and changes nothing.</summary>
    /// <param name="statements">The statements, each with a semicolon at its end.</param>
    /// <param name="values">Parameters of the statements.</param>
    /// <param name="refusal">Translates a statement's exception into an error; null where it is a fault.</param>
    /// <param name="cancellation">Cancels before anything is sent.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke.</exception>
    public async Task<Result<Done>> RunAsync(string statements, object values, Func<MySqlException, Problem?> refusal, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        var sql = Transactions.Begin + statements + "SELECT ROW_COUNT() AS Changed, LAST_INSERT_ID() AS Id; " + written.Commit;
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                // Completed even if the client disconnects, so that the outcome does not become unknown.
                await using var answers = await connection.QueryMultipleAsync(new(sql, values, cancellationToken: deadline.Token));
                var done = await answers.ReadSingleAsync<Done>();
                written.Report(await answers.ReadSingleAsync<string?>());
                return done;
            }
            catch (Exception error) when (error.LeavesOutcomeOpen())
            {
                throw new OutcomeUnknownException(error);
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has rolled back the transaction; the batch runs again from the start.
            }
            catch (MySqlException error) when (error.IsLockWaitOver() || refusal(error) is not null)
            {
                await connection.ExecuteAsync(Transactions.Undo);
                return refusal(error) ?? Problems.Busy;
            }
        }

        return Problems.Busy;
    }
}
