using System.Net.Sockets;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Classifies MySQL errors. The only place that reads error numbers; where MariaDB and MySQL differ, both numbers are listed.
/// </summary>
public static class DatabaseErrors
{
    private const int DuplicateKey = 1062;
    private const int Deadlock = 1213;
    private const int NoIdToGive = 1467;
    private const int LockWaitTimeout = 1205;
    private const int CheckViolatedMariaDb = 4025;
    private const int CheckViolatedMySql = 3819;
    private const int NoParentRow = 1452;
    private const int ServerShutdown = 1053;
    private const int TooManyConnections = 1040;
    private const int QueryInterrupted = 1317;
    private const int ConnectionKilled = 1927;
    private const int NotInTheCluster = 1047;
    private const int ErrorDuringCommit = 1180;
    private const int BrokenConversation = 0;

    /// <summary>Error numbers of a schema object that already exists, or is already gone.</summary>
    private static readonly HashSet<int> AlreadyDone =
    [
        1007, // database exists
        1050, // table exists
        1051, // no table to drop
        1060, // column exists
        1061, // index exists
        1091, // nothing to drop
        1826, // foreign key exists
        3822, // check constraint exists
    ];

    /// <summary>
    /// Whether the database or the connection to it failed. When a command cannot be sent, the driver throws the socket's own exception. A job that handles only
    /// <see cref="MySqlException"/> would end with it.
    /// </summary>
    public static bool IsOfTheDatabase(this Exception error) => error is MySqlException || IsOfTheSocket(error);

    /// <summary>A unique key already had the row: another transaction was first.</summary>
    public static bool IsDuplicateKey(this MySqlException error) => error is { Number: DuplicateKey };

    /// <summary>A check constraint rejected the row: a limit is reached.</summary>
    public static bool IsCheckViolated(this MySqlException error) => error is { Number: CheckViolatedMariaDb or CheckViolatedMySql };

    /// <summary>A foreign key rejected the row: its parent row does not exist.</summary>
    public static bool HasNoParent(this MySqlException error) => error is { Number: NoParentRow };

    /// <summary>
    /// Whether the connection broke or the command was cancelled, so that the outcome of a commit in it is unknown. With any other error the
    /// server reported that it stopped before the commit.
    /// </summary>
    public static bool LeavesOutcomeOpen(this Exception error) => error is OperationCanceledException
        or MySqlException { Number: BrokenConversation or QueryInterrupted or ServerShutdown or ConnectionKilled or ErrorDuringCommit }
        or MySqlException { ErrorCode: MySqlErrorCode.CommandTimeoutExpired } || IsOfTheSocket(error);

    /// <summary>
    /// The server rolled back the transaction to break a deadlock, or a commit on another node of the cluster was first; running it again is safe. Where the lock was the one under which MariaDB assigns the ids of a table
    /// (<c>innodb_autoinc_lock_mode</c> 1), it reports that it has no id to assign.
    /// </summary>
    public static bool IsDeadlock(this MySqlException error) => error is { Number: Deadlock or NoIdToGive };

    /// <summary>Another transaction held a lock for longer than the lock wait time-out.</summary>
    public static bool IsLockWaitOver(this MySqlException error) => error is { Number: LockWaitTimeout };

    /// <summary>A schema statement found its work done: an earlier run was interrupted before it could record the statement.</summary>
    public static bool SaysAlreadyDone(this MySqlException error) => error is not null && AlreadyDone.Contains(error.Number);

    /// <summary>The server responds, but its maximum of connections is reached.</summary>
    public static bool TakesNobodyMore(this MySqlException error) => error is { Number: TooManyConnections };

    /// <summary>The connection broke: it had been idle in the pool, perhaps for long.</summary>
    public static bool BrokeOff(this Exception error) => error is MySqlException { Number: BrokenConversation } || IsOfTheSocket(error);

    /// <summary>No server responds in time, its maximum of connections is reached, it is shutting down or not in its cluster's majority; or all pooled connections were in use for too long.</summary>
    public static bool IsUnreachable(this MySqlException error) => error is { Number: ServerShutdown or TooManyConnections or NotInTheCluster }
        or { ErrorCode: MySqlErrorCode.UnableToConnectToHost or MySqlErrorCode.CommandTimeoutExpired };

    /// <summary>A connection that ends within a result is the end of a stream, which the driver does not wrap.</summary>
    private static bool IsOfTheSocket(Exception error) => error is SocketException or IOException { InnerException: SocketException } or EndOfStreamException;
}
