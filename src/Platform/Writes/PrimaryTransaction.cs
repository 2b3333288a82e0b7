using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>
/// Runs transactions on the primary; every command writes through it. A transaction that loses a deadlock, or returns <see cref="Conflict"/>, runs again from the start. An error
/// rolls it back. The commit travels with the last statements, so that a process that dies leaves no transaction open.
/// </summary>
public sealed class PrimaryTransaction(Databases databases, CommitPosition position, Deadline deadline)
{
    /// <summary>The error of a transaction that another one has overtaken: it runs again, and reads what the other has committed. Callers get <c>busy</c> after the last attempt.</summary>
    public static Problem Conflict { get; } = Problems.Busy with { Detail = "Too many concurrent writes. Try again shortly." };

    /// <summary>Runs a transaction that is one batch. The server stops at the first statement that fails.</summary>
    /// <param name="statements">The statements, each with a semicolon at its end.</param>
    /// <param name="parameters">Their parameters.</param>
    /// <param name="problemOf">Translates a statement's exception into an error; null where it is a fault.</param>
    /// <param name="cancellation">Cancels before anything is sent.</param>
    /// <param name="locksSharedRow">Whether writes of other accounts wait for a row of it; see <see cref="OpenTransaction.CommitAsync(string, object, bool)"/>.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke.</exception>
    public Task<Result<WriteResult>> RunAsync(
        string statements, object parameters, Func<MySqlException, Problem?> problemOf, CancellationToken cancellation, bool locksSharedRow = false) =>
        RunAsync<WriteResult>(async transaction => await transaction.CommitAndCountAsync(statements, parameters, locksSharedRow), problemOf, cancellation);

    /// <summary>Runs a transaction of several steps.</summary>
    /// <param name="steps">The steps. They end with a commit, or return an error and change nothing.</param>
    /// <param name="problemOf">Translates a statement's exception into an error; null where it is a fault.</param>
    /// <param name="cancellation">Cancels before the commit is sent.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke during the commit.</exception>
    public Task<Result<T>> RunAsync<T>(Func<OpenTransaction, Task<Result<T>>> steps, Func<MySqlException, Problem?> problemOf, CancellationToken cancellation)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(problemOf);
        return RunAsync(steps, (error, _) => Task.FromResult(problemOf(error) is { } problem ? (Result<T>?)problem : null), cancellation);
    }

    /// <summary>Runs a transaction whose failure may still have a result.</summary>
    /// <param name="steps">The steps.</param>
    /// <param name="resultOf">Translates a statement's exception into a result; null where it is a fault.</param>
    /// <param name="cancellation">Cancels before the commit is sent.</param>
    internal async Task<Result<T>> RunAsync<T>(
        Func<OpenTransaction, Task<Result<T>>> steps, Func<MySqlException, OpenTransaction, Task<Result<T>?>> resultOf, CancellationToken cancellation)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(steps);
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            if (attempt > 1)
                await Task.Delay(Random.Shared.Next(Transactions.FirstPauseMilliseconds << (attempt - 2)), cancellation);
            await using var transaction = new OpenTransaction(databases, position, deadline, cancellation);
            try
            {
                var result = await steps(transaction);
                await transaction.RollBackAsync();
                if (result.Problem != Conflict)
                    return result;
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has rolled back the transaction.
            }
            catch (MySqlException error) when (transaction.IsOpen && !error.LeavesOutcomeOpen())
            {
                var result = await resultOf(error, transaction);
                await transaction.RollBackAsync();
                if (result is null && !error.IsLockWaitOver())
                    throw;
                if (result?.Problem != Conflict)
                    return result ?? Problems.Busy;
            }
        }

        return Problems.Busy;
    }
}

/// <summary>Result of a committed batch. Filled by properties, not a constructor: SQL returns integers of several sizes.</summary>
public sealed class WriteResult
{
    /// <summary>Number of rows matched by the last statement.</summary>
    public long Rows { get; init; }

    /// <summary>Id of the created row, if one was created.</summary>
    public long Id { get; init; }

    /// <summary>Commit position of the transaction; empty where the server writes no binary log.</summary>
    public string CommitPosition { get; private init; } = "";

    internal WriteResult At(string position) => new() { Rows = Rows, Id = Id, CommitPosition = position };
}
