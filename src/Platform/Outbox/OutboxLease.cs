using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Outbox;

/// <summary>
/// The lease to deliver a lane, and access to its messages over one connection. A worker that dies or freezes loses the lease after
/// <see cref="OutboxOptions.LeaseSeconds"/>; after resuming, it deletes nothing. A worker that stops releases the lease at once. A lease at rest costs one write in a third of that time.
/// </summary>
internal sealed class OutboxLease(Databases databases, OutboxOptions options, OutboxLane lane, TimeProvider clock) : IAsyncDisposable
{
    /// <summary>A receiver that ignores its deadline does not keep the lease forever: it is renewed for this number of deadlines.</summary>
    private const int Deadlines = 4;

    private readonly RowLease _row = new(lane == OutboxLane.Main ? "outbox" : $"outbox:{lane.Name}", TimeSpan.FromSeconds(options.LeaseSeconds), clock);
    private LeasedConnection? _connection;

    /// <summary>Takes the lease if it is free, or renews it when it is time to.</summary>
    /// <returns>Whether this worker holds the lease.</returns>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public async Task<bool> TakeAsync(CancellationToken cancellation)
    {
        // Not from the pool: it is held as long as the worker runs.
        _connection ??= await databases.OpenUnpooledPrimaryAsync(cancellation);
        return await _row.TakeAsync(_connection, cancellation);
    }

    /// <summary>Returns the oldest messages after an id, in the order they were written.</summary>
    public async Task<List<OutboxMessage>> ReadAsync(long after, CancellationToken cancellation) =>
        (await _connection!.QueryAsync<OutboxMessage>(new(
            """
            SELECT id, topic, ordered_by AS OrderedBy, body, written_at AS WrittenAt FROM outbox FORCE INDEX (in_lane)
            WHERE lane = @Number AND id > @after ORDER BY id LIMIT @BatchSize
            """, new { lane.Number, after, options.BatchSize }, cancellationToken: cancellation))).AsList();

    /// <summary>Delivers messages while the lease is renewed; the delivery is cancelled when the lease is lost.</summary>
    public Task<HashSet<long>> HoldWhileAsync(Func<CancellationToken, Task<HashSet<long>>> delivery, CancellationToken cancellation) =>
        _row.HoldWhileAsync(_connection!, TimeSpan.FromMilliseconds(Deadlines * options.DeadlineMilliseconds), delivery, cancellation);

    /// <summary>Deletes delivered messages, even while the program stops: otherwise they would be delivered again.</summary>
    /// <returns>Whether this worker still holds the lease; if not, nothing was deleted.</returns>
    public async Task<bool> ForgetAsync(IReadOnlyCollection<long> messages)
    {
        if (messages.Count == 0)
            return _row.Fence is not null;
        var parameters = _row.Parameters();
        parameters.Add(nameof(messages), messages);
        return await _row.CommitAsync(_connection!,
            "DELETE FROM outbox WHERE id IN @messages AND EXISTS (SELECT 1 FROM leases WHERE name = @lease AND fence = @fence); ", parameters);
    }

    /// <summary>Releases the lease.</summary>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _connection, null) is { } connection)
            await connection.DisposeAsync();
        await _row.ReleaseAsync(databases);
    }
}
