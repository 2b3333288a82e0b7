using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Outbox;

/// <summary>
/// The lease to deliver: a lock that the primary gives to one connection at a time, and access to the outbox over that same
/// connection. A worker that dies loses the lease at once. One that freezes loses it when the primary has received nothing for
/// <see cref="OutboxOptions.LeaseSeconds"/> and closes the connection; after resuming, it finds a dead connection at its next statement. Unlike a
/// row with an expiry date, the lock costs no writes while nothing happens.
/// </summary>
internal sealed class OutboxLease(Databases databases, OutboxOptions options, OutboxLane lane) : IAsyncDisposable
{
    /// <summary>The lock name includes the schema, because a server may host several.</summary>
    private const string Take = "SELECT GET_LOCK(CONCAT(DATABASE(), @turn), 0)";

    private LeasedConnection? _connection;
    private bool _mine;

    /// <summary>Takes the lease if it is free, or confirms that this worker holds it.</summary>
    /// <returns>Whether this worker holds the lease.</returns>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public async Task<bool> TakeAsync(CancellationToken cancellation)
    {
        if (_connection is null)
        {
            // A pool would keep the connection open after its release, and with it the lock.
            var address = new MySqlConnectionStringBuilder(databases.Primary) { Pooling = false }.ConnectionString;
            _connection = await LeasedConnection.OpenAsync(address, cancellation);
            await _connection.ExecuteAsync(new($"SET SESSION wait_timeout = {options.LeaseSeconds}", cancellationToken: cancellation));
        }

        // The lock lasts as long as the connection, and the next statement shows whether the connection is still alive.
        return _mine = _mine || await _connection.ExecuteScalarAsync<int?>(new(Take, new { turn = lane == OutboxLane.Main ? ":outbox" : $":outbox:{lane.Name}" }, cancellationToken: cancellation)) == 1;
    }

    /// <summary>Returns the oldest messages after an id, in the order they were written.</summary>
    public async Task<List<OutboxMessage>> ReadAsync(long after, CancellationToken cancellation) =>
        (await _connection!.QueryAsync<OutboxMessage>(new(
            """
            SELECT id, topic, ordered_by AS OrderedBy, body, written_at AS WrittenAt FROM outbox FORCE INDEX (in_lane)
            WHERE lane = @Number AND id > @after ORDER BY id LIMIT @BatchSize
            """, new { lane.Number, after, options.BatchSize }, cancellationToken: cancellation))).AsList();

    /// <summary>Deletes delivered messages, even while the program stops: otherwise they would be delivered again.</summary>
    public async Task ForgetAsync(IReadOnlyCollection<long> messages)
    {
        if (messages.Count == 0)
            return;
        await _connection!.ExecuteAsync(new("DELETE FROM outbox WHERE id IN @messages", new { messages }, cancellationToken: CancellationToken.None));
    }

    /// <summary>Releases the lease.</summary>
    public async ValueTask DisposeAsync()
    {
        _mine = false;
        if (Interlocked.Exchange(ref _connection, null) is { } connection)
            await connection.DisposeAsync();
    }
}
