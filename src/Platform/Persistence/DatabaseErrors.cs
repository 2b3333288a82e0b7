using System.Net.Sockets;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// What a MySQL error means to us. The only place that reads error numbers; where MariaDB and MySQL differ, both stand here.
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
    private const int BrokenConversation = 0;

    /// <summary>Numbers with which a server says that a piece of schema is there, or gone, already.</summary>
    private static readonly HashSet<int> AlreadyDone =
    [
        1007, // database exists
        1050, // table exists
        1060, // column exists
        1061, // index exists
        1091, // nothing to drop
        1826, // foreign key exists
        3822, // check constraint exists
    ];

    /// <summary>
    /// The database failed, or the connection to it: where a command can't be sent, the driver lets the socket's own error through. Jobs that only waited for a
    /// <see cref="MySqlException"/> would end with it.
    /// </summary>
    public static bool IsOfTheDatabase(this Exception error) => error is MySqlException || IsOfTheSocket(error);

    /// <summary>A unique key had the row already: somebody else was first.</summary>
    public static bool IsDuplicateKey(this MySqlException error) => error is { Number: DuplicateKey };

    /// <summary>A check constraint refused the row: a limit is reached.</summary>
    public static bool IsCheckViolated(this MySqlException error) => error is { Number: CheckViolatedMariaDb or CheckViolatedMySql };

    /// <summary>A foreign key refused the row: what it belongs to isn't there.</summary>
    public static bool HasNoParent(this MySqlException error) => error is { Number: NoParentRow };

    /// <summary>
    /// The conversation broke off, or was given up, so whether a commit in it took place is unknown. With any other error the
    /// server said that it stopped before.
    /// </summary>
    public static bool LeavesOutcomeOpen(this Exception error) => error is OperationCanceledException
        or MySqlException { Number: BrokenConversation or QueryInterrupted or ServerShutdown or ConnectionKilled }
        or MySqlException { ErrorCode: MySqlErrorCode.CommandTimeoutExpired } || IsOfTheSocket(error);

    /// <summary>
    /// The server undid the transaction to break a deadlock; running it again is safe. Where the lock was the one under which MariaDB gives the ids of a table
    /// (<c>innodb_autoinc_lock_mode</c> 1), it says that it has no id to give.
    /// </summary>
    public static bool IsDeadlock(this MySqlException error) => error is { Number: Deadlock or NoIdToGive };

    /// <summary>Somebody held a lock for longer than we wait.</summary>
    public static bool IsLockWaitOver(this MySqlException error) => error is { Number: LockWaitTimeout };

    /// <summary>A schema statement found its work done: it ran once before, but the run was cut off before it could say so.</summary>
    public static bool SaysAlreadyDone(this MySqlException error) => error is not null && AlreadyDone.Contains(error.Number);

    /// <summary>The server is there, and has as many connections as it takes.</summary>
    public static bool TakesNobodyMore(this MySqlException error) => error is { Number: TooManyConnections };

    /// <summary>The conversation broke off. On a connection that had been lent before, perhaps long ago.</summary>
    public static bool BrokeOff(this Exception error) =>
        error is MySqlException { Number: BrokenConversation } or InvalidOperationException { InnerException: MySqlException { Number: BrokenConversation } } || IsOfTheSocket(error);

    /// <summary>No server answers in time, it takes nobody more, or it is going away; or all connections to it were in use for too long.</summary>
    public static bool IsUnreachable(this MySqlException error) => error is { Number: ServerShutdown or TooManyConnections }
        or { ErrorCode: MySqlErrorCode.UnableToConnectToHost or MySqlErrorCode.CommandTimeoutExpired };

    private static bool IsOfTheSocket(Exception error) => error is SocketException or IOException { InnerException: SocketException };
}
