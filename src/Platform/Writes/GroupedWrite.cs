using System.Data.Common;
using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Writes;

/// <summary>A write that can share its transaction with others; see <see cref="GroupCommit"/>.</summary>
/// <param name="Sql">The statements, each with a semicolon at its end; none returns rows. The server stops at the first that fails.</param>
/// <param name="Parameters">Parameters of both texts, each added by its name: those of an object cannot be read back.</param>
/// <param name="Lookup">A query that is sent after an error of the write: why it was rejected.</param>
/// <param name="IsError">Whether an exception of a statement is an error of this write alone; otherwise it is a fault.</param>
/// <param name="ReadAsync">Reads the result of the lookup.</param>
internal sealed record GroupedWrite(
    string Sql, DynamicParameters Parameters, string Lookup, Func<MySqlException, bool> IsError, Func<DbDataReader, Task> ReadAsync);

/// <summary>What became of a write in its group.</summary>
internal enum GroupedOutcome
{
    /// <summary>It is not written: its group was rolled back, or another transaction has a lock that it needs. It can run in a transaction of its own.</summary>
    NotWritten,

    /// <summary>It is committed.</summary>
    Committed,

    /// <summary>A rule rejected it, and the writes it conflicts with are committed.</summary>
    Rejected,
}

/// <summary>The result of a write in its group.</summary>
/// <param name="Outcome">What became of it.</param>
/// <param name="CommitPosition">Commit position of the group; empty where it wrote nothing or the server writes no binary log.</param>
/// <param name="Error">The exception of the statement that rejected it.</param>
internal sealed record GroupedResult(GroupedOutcome Outcome, string CommitPosition = "", MySqlException? Error = null);
