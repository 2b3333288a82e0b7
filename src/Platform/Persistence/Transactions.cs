namespace Dugout.Platform.Persistence;

/// <summary>
/// Transactions that travel as one text with the statements inside them. At READ COMMITTED: each statement sees what is
/// committed, and what must hold together holds by keys and checks. The default, REPEATABLE READ, would let a sale rest on
/// rows as they were.
/// </summary>
internal static class Transactions
{
    /// <summary>
    /// Begins one. A lock is waited for 2 s at most, so that whoever waits in vain is told before their request is given up: so
    /// long a second request with the same idempotency key waits for the first.
    /// </summary>
    public const string Begin = "SET SESSION innodb_lock_wait_timeout = 2; SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION; ";

    /// <summary>
    /// A process that freezes between two texts mustn't keep what it has locked of everybody's: after five silent seconds the server hangs up.
    /// </summary>
    public const string HangUp = "SET SESSION wait_timeout = 5; ";

    /// <summary>Takes that back: nobody minds a connection that is silent with nothing locked.</summary>
    public const string Stay = "SET SESSION wait_timeout = DEFAULT; ";

    /// <summary>
    /// How long a text is taken to be at work on the primary, in seconds, also when nobody waits for it any longer: a lock that is waited for,
    /// and its commit, on a server that runs. A server that is frozen in between may end it later; the claims' primary key decides even then.
    /// </summary>
    public const int LongestSeconds = 4;

    /// <summary>How often a transaction that lost a deadlock is run before the caller is told to come back.</summary>
    public const int Attempts = 3;

    /// <summary>Makes it last.</summary>
    public const string Commit = "COMMIT; ";

    /// <summary>Undoes what is left of it after a statement failed.</summary>
    public const string Undo = "ROLLBACK; ";
}
