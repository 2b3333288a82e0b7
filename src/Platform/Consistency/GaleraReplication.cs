namespace Dugout.Platform.Consistency;

/// <summary>
/// Positions of a Galera cluster: MariaDB's GTIDs, in one domain for all nodes. A commit is on every node before it is acknowledged, but its rows become visible on the
/// others a moment later, and after the node has reported its position. So a position says what a response contains, and a read that must contain it waits for
/// everything the cluster has committed (<c>wsrep_sync_wait</c>); <c>WSREP_SYNC_WAIT_UPTO_GTID</c> returns too early.
/// </summary>
public sealed class GaleraReplication : IReplication
{
    private readonly MariaDbReplication _positions = new();

    /// <inheritdoc/>
    public string LastWrite => "CONVERT(WSREP_LAST_WRITTEN_GTID() USING utf8mb4)";

    /// <inheritdoc/>
    public string Present => "CONVERT(WSREP_LAST_SEEN_GTID() USING utf8mb4)";

    /// <inheritdoc/>
    public string Reached => Present;

    /// <summary>Whether the node belongs to the majority and takes statements.</summary>
    /// <inheritdoc/>
    public string IsFollowing =>
        "(SELECT COUNT(*) = 2 FROM information_schema.global_status WHERE (variable_name, variable_value) IN (('WSREP_READY', 'ON'), ('WSREP_CLUSTER_STATUS', 'Primary')))";

    /// <summary>
    /// Waits at most for the time in the server's setting <c>repl.causal_read_timeout</c>. On a connection that has been reset, MariaDB 10.11 does not wait at all; the
    /// connections of <see cref="Reads"/> are not.
    /// </summary>
    /// <inheritdoc/>
    public string Wait => "SET STATEMENT wsrep_sync_wait = 1 FOR SELECT 1";

    /// <summary>Also names a node that would go on without a majority: by its settings, or because the others left in good order. One that has lost the majority accepts nothing, and is not named.</summary>
    /// <inheritdoc/>
    public string WeakSettings => $"""
        CONCAT_WS('; ',
            {IReplication.WeakFlush},
            IF(@@wsrep_provider_options LIKE '%pc.ignore_quorum = false%', NULL, 'pc.ignore_quorum is not false'),
            IF(@@wsrep_provider_options LIKE '%pc.ignore_sb = false%', NULL, 'pc.ignore_sb is not false'),
            (SELECT CONCAT('the cluster has ', size.variable_value, ' nodes, not ', @majority)
             FROM information_schema.global_status AS size JOIN information_schema.global_status AS status
             WHERE size.variable_name = 'WSREP_CLUSTER_SIZE' AND status.variable_name = 'WSREP_CLUSTER_STATUS' AND status.variable_value = 'Primary' AND size.variable_value < @majority))
        """;

    /// <inheritdoc/>
    public bool IsPlace(string text) => _positions.IsPlace(text);

    /// <inheritdoc/>
    public long Order(string place) => _positions.Order(place);

    /// <inheritdoc/>
    public bool Covers(string reached, string place) => _positions.Covers(reached, place);

    /// <summary>Never: a node reports a position before its rows are visible.</summary>
    /// <inheritdoc/>
    public bool Shows(string reached, string place) => false;
}
