using System.Collections.Concurrent;
using System.Data.Common;
using Dapper;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Runs queries whose result may be a moment old: on the replicas in rotation, and on the primary where no replica responds in time. A replica that fails or
/// hangs delays the caller but does not fail the query, and leaves rotation for the next callers. A caller with a <see cref="ConsistencyToken"/> is
/// served by a server that has the write.
/// </summary>
public sealed class Reads
{
    private readonly Databases _databases;
    private readonly Replicas _replicas;
    private readonly IReplication _replication;
    private readonly ReplicasOptions _options;
    private readonly TimeProvider _clock;
    private readonly ILogger<Reads> _log;
    private readonly Func<string, ReadContext> _open;

    /// <summary>Creates the reader.</summary>
    public Reads(Databases databases, Replicas replicas, IReplication replication, IOptions<ReplicasOptions> options, SliceTables slices, TimeProvider clock, ILogger<Reads> log)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(slices);
        (_databases, _replicas, _replication, _options, _clock, _log) = (databases, replicas, replication, options.Value, clock, log);
        var known = new ConcurrentDictionary<string, PooledDbContextFactory<ReadContext>>();
        // A context of the pool has the address of its server, and no connection while it waits there.
        _open = address => known.GetOrAdd(address, of => new(slices.OptionsFor<ReadContext>(of))).CreateDbContext();
    }

    /// <summary>Runs a query.</summary>
    /// <param name="seen">The caller's consistency token.</param>
    /// <param name="question">The query. It may run several times, on several servers, even concurrently.</param>
    /// <param name="cancellation">Cancels the query.</param>
    /// <exception cref="MySqlException">Neither a replica nor the primary responded.</exception>
    public async Task<T> QueryAsync<T>(ConsistencyToken seen, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(seen);
        ArgumentNullException.ThrowIfNull(question);
        foreach (var replica in seen.WantsPrimary ? [] : _replicas.InTurn())
        {
            var asking = QueryAsync(replica, seen.Place, question, cancellation);
            try
            {
                var (isThere, answer) = await asking.WaitAsync(TimeSpan.FromMilliseconds(_options.ReadMilliseconds), _clock, cancellation);
                if (isThere)
                    return answer!;
                // This replica lacks the write, and the others probably do, too: no caller waits twice.
                break;
            }
            catch (Exception error) when (IsTrouble(error) && !cancellation.IsCancellationRequested)
            {
                var fault = error is TimeoutException or OperationCanceledException ? "the read timed out" : error.GetBaseException().Message;
                _log.LogWarning("Could not read from {Replica}: {Reason}; the query runs on another server, and the replica is out of rotation until a probe succeeds", replica.Name, fault);
                replica.Suspect(fault, _clock.GetTimestamp());
            }
        }

        var node = _databases.Node;
        try
        {
            return await QueryAsync(node, question, cancellation);
        }
        catch (EndOfStreamException) when (!ReferenceEquals(node, _databases.Node))
        {
            // It is lost, and writes go to another.
            return await QueryAsync(_databases.Node, question, cancellation);
        }
    }

    /// <summary>Runs a query on the primary, for data that must be current.</summary>
    /// <param name="question">The query. It changes nothing, and runs again where the connection was dead.</param>
    /// <param name="cancellation">Ends the wait of the caller.</param>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<T> QueryPrimaryAsync<T>(Func<ReadContext, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(question);
        return QueryAsync(ConsistencyToken.OnThePrimary, (database, _) => question(database), cancellation);
    }

    private static bool IsTrouble(Exception error) => error.IsOfTheDatabase() || error is TimeoutException or OperationCanceledException;

    /// <summary>Builds the model and opens a connection to the primary, which takes longer than a request may wait.</summary>
    /// <exception cref="MySqlException">The primary did not respond.</exception>
    public Task WarmUpPrimaryAsync(CancellationToken cancellation) => WarmUpAsync(_databases.PrimaryReads, cancellation);

    /// <summary>Builds the model and opens a connection to each replica.</summary>
    /// <exception cref="MySqlException">A replica did not respond.</exception>
    public Task WarmUpReplicasAsync(CancellationToken cancellation) => Task.WhenAll(_replicas.All.Select(replica => WarmUpAsync(replica.Address, cancellation)));

    private async Task WarmUpAsync(string address, CancellationToken cancellation)
    {
        await using var context = _open(address);
        await context.Database.ExecuteSqlRawAsync("DO 0", cancellation);
    }

    /// <summary>Returns the result of a server that takes writes.</summary>
    private async Task<T> QueryAsync<T>(WriterNode node, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        var asking = QueryAsync(node.Reads, place: null, question, cancellation);
        await LeasedConnection.WaitAsync(asking, cancellation, node.Lost);
        return (await asking).Answer!;
    }

    /// <summary>Returns the result of a replica; not there, if the replica did not reach the caller's commit position in time.</summary>
    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        Replica replica, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        stop.CancelAfter(TimeSpan.FromMilliseconds(_options.ReadMilliseconds));
        return await QueryAsync(replica.Address, place is null || _replication.Shows(replica.Last.Reached, place) ? null : place, question, stop.Token);
    }

    /// <summary>
    /// Returns the result of a server, over a connection that is neither reset nor checked. Where that connection turns out to be dead, as after a restart, the
    /// query runs once more. Only the wait for a connection observes the token; the caller does not wait for the rest, see <see cref="LeasedConnection"/>.
    /// </summary>
    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        string address, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        await using var context = _open(address);
        try
        {
            return await QueryAsync(context, place, question, cancellation);
        }
        catch (Exception error) when (error.BrokeOff())
        {
            await MySqlConnection.ClearPoolAsync((MySqlConnection)context.Database.GetDbConnection(), CancellationToken.None);
        }

        await using var again = _open(address);
        return await QueryAsync(again, place, question, cancellation);
    }

    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        ReadContext context, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        await context.Database.OpenConnectionAsync(cancellation);
        // The wait runs on the connection of the query: after a restart the pool may lend one of another server.
        if (place is not null
            && !await HasAsync(context.Database.GetDbConnection(), new(_replication.Wait, new { place, seconds = _options.WaitMilliseconds / 1000.0 })))
            return (false, default);
        return (true, await question(context, CancellationToken.None));
    }

    /// <summary>Whether the server reached the position. An unreadable position, which a client has invented, counts as never reached.</summary>
    private static async Task<bool> HasAsync(DbConnection connection, CommandDefinition wait)
    {
        try
        {
            return await connection.ExecuteScalarAsync<long?>(wait) == 1;
        }
        catch (MySqlException error) when (!error.IsUnreachable() && !error.LeavesOutcomeOpen())
        {
            return false;
        }
    }
}
