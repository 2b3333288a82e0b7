namespace Dugout.Platform.Persistence;

/// <summary>
/// Transactions that are sent as one batch with their statements. Isolation level READ COMMITTED: each statement sees what is
/// committed, and keys and checks enforce the invariants. The default, REPEATABLE READ, would let a sale rely on
/// outdated rows.
/// </summary>
internal static class Transactions
{
    /// <summary>
    /// Begins a transaction. The lock wait time-out is 2 s, so that a caller that waits in vain gets its error before the request's deadline: a second
    /// request with the same idempotency key waits that long for the first.
    /// </summary>
    public const string Begin = "SET SESSION innodb_lock_wait_timeout = 2; SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION; ";

    /// <summary>
    /// Begins a transaction that waits for no lock: a statement that would have to wait fails with a lock wait time-out, and the transaction stays open. MySQL waits one second, its minimum.
    /// </summary>
    public const string BeginWithoutWaiting = "SET SESSION innodb_lock_wait_timeout = 0; SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION; ";

    /// <summary>Begins a part of a transaction that can be rolled back by itself; the one before it no longer can.</summary>
    public const string Item = "SAVEPOINT item; ";

    /// <summary>Rolls back the part that was begun last. Fails if the server has rolled back the transaction.</summary>
    public const string UndoItem = "ROLLBACK TO SAVEPOINT item; ";

    /// <summary>
    /// A process that freezes between two batches must not hold its locks: after five idle seconds the server closes the connection.
    /// </summary>
    public const string HangUp = "SET SESSION wait_timeout = 5; ";

    /// <summary>Restores the default: an idle connection without locks does no harm.</summary>
    public const string Stay = "SET SESSION wait_timeout = DEFAULT; ";

    /// <summary>
    /// Longest time a batch is assumed to run on the primary, in seconds, even when no caller waits for it any longer: a lock wait
    /// and its commit, on a running server. A server that is frozen in between may finish it later; even then the claims' primary key decides.
    /// </summary>
    public const int LongestSeconds = 4;

    /// <summary>How often a transaction is run that loses a deadlock, before the caller gets an error and may retry.</summary>
    public const int Attempts = 5;

    /// <summary>
    /// Longest pause before the second attempt, in milliseconds; it doubles with each further one, and the pause is a random part of it. MySQL locks the gap around a duplicate key until the
    /// loser has rolled back, so a crowd at one seat also costs its neighbours deadlocks; without a pause they meet the same crowd again.
    /// </summary>
    public const int FirstPauseMilliseconds = 40;

    /// <summary>Commits the transaction.</summary>
    public const string Commit = "COMMIT; ";

    /// <summary>Rolls back the rest of a transaction after a statement failed.</summary>
    public const string Undo = "ROLLBACK; ";
}
