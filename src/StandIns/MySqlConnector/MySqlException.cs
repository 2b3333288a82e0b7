// What the server, the network or a deadline refused, with the number that callers decide by.
using System.Data.Common;

namespace MySqlConnector;

public sealed class MySqlException : DbException
{
    internal MySqlException(MySqlErrorCode code, string message, Exception? inner = null, string? sqlState = null)
        : base(message, inner)
    {
        ErrorCode = code;
        SqlState = sqlState;
    }

    /// <summary>The server's number, e.g. 1062 for a duplicate key; 0 when the connection broke; -1 when the command timed out.</summary>
    public int Number => (int)ErrorCode;

    public new MySqlErrorCode ErrorCode { get; }

    public override string? SqlState { get; }

    /// <summary>True when the same work may well succeed if tried again as a whole.</summary>
    public override bool IsTransient => ErrorCode is MySqlErrorCode.ConnectionCountError or MySqlErrorCode.UnableToConnectToHost
        or MySqlErrorCode.LockWaitTimeout or MySqlErrorCode.LockDeadlock or MySqlErrorCode.TooManyUserConnections;

    internal static MySqlException TimedOut(Exception? inner = null) =>
        new(MySqlErrorCode.CommandTimeoutExpired, "The Command Timeout expired before the operation completed.", inner);
}

/// <summary>The other side sent bytes that no MySQL server would; the connection can't be trusted any more.</summary>
internal sealed class ProtocolException(string message) : IOException(message);
