using System.Collections.Concurrent;
using System.Data.Common;
using Dapper;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Asks what may be a moment old: replicas in turn, and the primary where none can answer in time. A replica that fails or
/// hangs costs the caller time, not the answer, and the next callers not even that. Who has written before, see <see cref="ConsistencyToken"/>, is
/// answered by a server that has the write.
/// </summary>
public sealed class Reads
{
    private readonly Databases _databases;
    private readonly Replicas _replicas;
    private readonly IReplication _replication;
    private readonly ReplicasOptions _options;
    private readonly TimeProvider _clock;
    private readonly ILogger<Reads> _log;
    private readonly Func<string, DbContextOptions<ReadContext>> _optionsOf;
    private readonly SliceTables _slices;

    /// <summary>Needs to know which server's SQL to write.</summary>
    public Reads(Databases databases, Replicas replicas, IReplication replication, IOptions<ReplicasOptions> options, ServerVersion version, SliceTables slices, TimeProvider clock, ILogger<Reads> log)
    {
        ArgumentNullException.ThrowIfNull(options);
        (_databases, _replicas, _replication, _options, _slices, _clock, _log) = (databases, replicas, replication, options.Value, slices, clock, log);
        var known = new ConcurrentDictionary<string, DbContextOptions<ReadContext>>();
        _optionsOf = address => known.GetOrAdd(address, of => new DbContextOptionsBuilder<ReadContext>()
            .UseMySql(of, version).UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking).Options);
    }

    /// <summary>Asks a question.</summary>
    /// <param name="seen">What the caller knows to be written.</param>
    /// <param name="question">The question. It may be asked several times, on several servers, even at once.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="MySqlException">No replica answered, and the primary didn't either.</exception>
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
                // It hasn't the write yet, and another one hardly will: no caller waits twice.
                break;
            }
            catch (Exception error) when (IsTrouble(error) && !cancellation.IsCancellationRequested)
            {
                var fault = error is TimeoutException or OperationCanceledException ? "a read got no answer" : error.GetBaseException().Message;
                _log.LogWarning("{Replica} is left out: {Reason}", replica.Name, fault);
                replica.Suspect(fault, _clock.GetTimestamp());
            }
        }

        return (await QueryAsync(_databases.PrimaryReads, place: null, question, cancellation).WaitAsync(cancellation)).Answer!;
    }

    private static bool IsTrouble(Exception error) =>
        error.IsOfTheDatabase() || error is TimeoutException or OperationCanceledException or InvalidOperationException { InnerException: MySqlException };

    /// <summary>Makes the model and a connection to the primary, which takes longer than a caller would wait.</summary>
    /// <exception cref="MySqlException">It did not answer.</exception>
    public Task WarmUpPrimaryAsync(CancellationToken cancellation) => WarmUpAsync(_databases.PrimaryReads, cancellation);

    /// <summary>Makes the model and a connection to each replica.</summary>
    /// <exception cref="MySqlException">One of them did not answer.</exception>
    public Task WarmUpReplicasAsync(CancellationToken cancellation) => Task.WhenAll(_replicas.All.Select(replica => WarmUpAsync(replica.Address, cancellation)));

    private async Task WarmUpAsync(string address, CancellationToken cancellation)
    {
        await using var context = new ReadContext(_optionsOf(address), _slices.Assembly);
        await context.Database.ExecuteSqlRawAsync("DO 0", cancellation);
    }

    /// <summary>The answer of a replica; not there, if it hasn't come to the caller's place in time.</summary>
    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        Replica replica, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        stop.CancelAfter(TimeSpan.FromMilliseconds(_options.ReadMilliseconds));
        return await QueryAsync(replica.Address, place is null || _replication.Covers(replica.Last.Reached, place) ? null : place, question, stop.Token);
    }

    /// <summary>
    /// The answer of a server, by a connection that isn't reset. Nor is it checked whether that one is still alive: where it isn't, as after a restart, the
    /// server is asked again. Only the wait for a connection heeds the token; the caller doesn't wait for more, see <see cref="LeasedConnection"/>.
    /// </summary>
    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        string address, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        await using var context = new ReadContext(_optionsOf(address), _slices.Assembly);
        try
        {
            return await QueryAsync(context, place, question, cancellation);
        }
        catch (Exception error) when (error.BrokeOff())
        {
            await MySqlConnection.ClearPoolAsync((MySqlConnection)context.Database.GetDbConnection(), CancellationToken.None);
        }

        await using var again = new ReadContext(_optionsOf(address), _slices.Assembly);
        return await QueryAsync(again, place, question, cancellation);
    }

    private async Task<(bool IsThere, T? Answer)> QueryAsync<T>(
        ReadContext context, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        await context.Database.OpenConnectionAsync(cancellation);
        // On the connection that is then asked: the pool may lend another server's after a restart.
        if (place is not null
            && !await HasAsync(context.Database.GetDbConnection(), new($"SELECT {_replication.Wait}", new { place, seconds = _options.WaitMilliseconds / 1000.0 })))
            return (false, default);
        return (true, await question(context, CancellationToken.None));
    }

    /// <summary>Whether it came to the place. A place it can't read, which somebody made up, it never comes to.</summary>
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
