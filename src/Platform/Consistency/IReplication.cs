namespace Dugout.Platform.Consistency;

/// <summary>
/// How an engine represents a GTID position of the primary, and how a replica is probed for it. A position is the
/// engine's own text; a later position covers every earlier one.
/// </summary>
public interface IReplication
{
    /// <summary>SQL expression: names the setting with which commits are not written to disk before they are acknowledged, or NULL.</summary>
    protected const string WeakFlush =
        "IF(@@innodb_flush_log_at_trx_commit = 1, NULL, CONCAT('innodb_flush_log_at_trx_commit is ', @@innodb_flush_log_at_trx_commit, ', not 1'))";

    /// <summary>SQL expression, on the connection that has just committed: a position that includes its write. Empty where the server writes no binary log.</summary>
    string LastWrite { get; }

    /// <summary>SQL expression, on the primary: the position of everything committed.</summary>
    string Present { get; }

    /// <summary>SQL expression, on a replica: the position it has reached.</summary>
    string Reached { get; }

    /// <summary>SQL expression, on a replica: 1 while it replicates, 0 when replication has stopped or the primary is lost.</summary>
    string IsFollowing { get; }

    /// <summary>
    /// SQL statement, on a replica: waits until it has reached <c>@place</c>, for <c>@seconds</c> at most, and gives 1 if it has. Separate
    /// from the query: within one statement the rows read are older than the wait.
    /// </summary>
    string Wait { get; }

    /// <summary>
    /// SQL expression, on the primary: names each setting with which an acknowledged commit can be lost, and is empty if there is none. Parameter <c>@majority</c>: number of nodes
    /// that make a majority of the cluster.
    /// </summary>
    string WeakSettings => $"CONCAT_WS('; ', {WeakFlush}, IF(@@log_bin = 0 OR @@sync_binlog = 1, NULL, CONCAT('sync_binlog is ', @@sync_binlog, ', not 1')))";

    /// <summary>Whether a text sent by a client is a position.</summary>
    bool IsPlace(string text);

    /// <summary>Returns a number that is higher for every later position.</summary>
    long Order(string place);

    /// <summary>Whether a server that has reached one position has also reached another.</summary>
    bool Covers(string reached, string place);

    /// <summary>Whether a server that has reported one position shows the rows of another, without a wait.</summary>
    bool Shows(string reached, string place) => Covers(reached, place);
}
