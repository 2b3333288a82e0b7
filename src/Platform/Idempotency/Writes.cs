using MySqlConnector;

namespace Dugout.Platform.Idempotency;

/// <summary>Changes rows where no key is needed to repeat it. A change is one text with its commit at the end, which the server stops at the first statement that fails: then nothing has changed.</summary>
public sealed class Writes(Databases databases, CommitPosition written, Deadline deadline)
{
    /// <summary>What a change came to. Not by a constructor: whole numbers of SQL come in several sizes.</summary>
    public sealed class Done
    {
        /// <summary>How many rows its last statement has found.</summary>
        public long Changed { get; init; }

        /// <summary>The id of the row it has made, if it made one.</summary>
        public long Id { get; init; }
    }

    /// <summary>Makes a change, or refuses it and changes nothing.</summary>
    /// <param name="statements">The statements, each with a semicolon at its end.</param>
    /// <param name="values">Their values.</param>
    /// <param name="refusal">What an error of a statement means; null where it is a fault.</param>
    /// <param name="cancellation">Gives up, before anything is sent.</param>
    /// <exception cref="MySqlException">The primary is away or too slow, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off.</exception>
    public async Task<Result<Done>> RunAsync(string statements, object values, Func<MySqlException, Problem?> refusal, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(refusal);
        var sql = Transactions.Begin + statements + "SELECT ROW_COUNT() AS Changed, LAST_INSERT_ID() AS Id; " + written.Commit;
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                // Seen through even if the client goes away, so that the outcome doesn't stay open for that.
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
                // The server has undone everything; once more from the start.
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
