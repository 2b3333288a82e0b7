using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Outbox;

/// <summary>
/// The turn to deliver: a lock that the primary gives to one connection at a time, and a way to the outbox over that same
/// connection. A worker that dies loses it at once. One that freezes loses it when the primary has heard nothing for
/// <see cref="OutboxOptions.TurnSeconds"/> and hangs up; thawed, it finds a dead connection at its next statement. Unlike a
/// row with a date, it costs no write while nothing happens.
/// </summary>
internal sealed class OutboxLease(Databases databases, OutboxOptions options, OutboxLane lane) : IAsyncDisposable
{
    /// <summary>Of this schema: a server may carry several.</summary>
    private const string Take = "SELECT GET_LOCK(CONCAT(DATABASE(), @turn), 0)";

    private LeasedConnection? _connection;
    private bool _mine;

    /// <summary>Takes the turn if nobody has it, or keeps it.</summary>
    /// <returns>Whether it is ours.</returns>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<bool> TakeAsync(CancellationToken cancellation)
    {
        if (_connection is null)
        {
            // A pool would keep the connection, and the lock with it, after we have let it go.
            var address = new MySqlConnectionStringBuilder(databases.Primary) { Pooling = false }.ConnectionString;
            _connection = await LeasedConnection.OpenAsync(address, cancellation);
            await _connection.ExecuteAsync(new($"SET SESSION wait_timeout = {options.TurnSeconds}", cancellationToken: cancellation));
        }

        // The lock lasts as long as the connection does, and whatever comes next says whether that still stands.
        return _mine = _mine || await _connection.ExecuteScalarAsync<int?>(new(Take, new { turn = lane == OutboxLane.Main ? ":outbox" : $":outbox:{lane.Name}" }, cancellationToken: cancellation)) == 1;
    }

    /// <summary>The oldest messages after one of them, in the order they were written.</summary>
    public async Task<List<OutboxMessage>> ReadAsync(long after, CancellationToken cancellation) =>
        (await _connection!.QueryAsync<OutboxMessage>(new(
            """
            SELECT id, topic, ordered_by AS OrderedBy, body, written_at AS WrittenAt FROM outbox FORCE INDEX (in_lane)
            WHERE lane = @Number AND id > @after ORDER BY id LIMIT @BatchSize
            """, new { lane.Number, after, options.BatchSize }, cancellationToken: cancellation))).AsList();

    /// <summary>Deletes messages. What has been delivered is noted even while the program stops: else it would come again.</summary>
    public async Task ForgetAsync(IReadOnlyCollection<long> messages)
    {
        if (messages.Count == 0)
            return;
        await _connection!.ExecuteAsync(new("DELETE FROM outbox WHERE id IN @messages", new { messages }, cancellationToken: CancellationToken.None));
    }

    /// <summary>Lets the turn go.</summary>
    public async ValueTask DisposeAsync()
    {
        _mine = false;
        if (Interlocked.Exchange(ref _connection, null) is { } connection)
            await connection.DisposeAsync();
    }
}
