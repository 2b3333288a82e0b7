using System.Collections.Concurrent;
using System.Data.Common;
using Dapper;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Shared.Replication;

/// <summary>
/// Asks what may be a moment old: replicas in turn, and the primary where none can answer in time. A replica that fails or
/// hangs costs the caller time, not the answer, and the next callers not even that. Who has written before, see <see cref="Seen"/>, is
/// answered by a server that has the write.
/// </summary>
public sealed class Reads
{
    private readonly Databases _databases;
    private readonly Replicas _replicas;
    private readonly IReplication _replication;
    private readonly ReplicasOptions _options;
    private readonly TimeProvider _clock;
    private readonly Func<string, DbContextOptions<ReadContext>> _optionsOf;

    /// <summary>Needs to know which server's SQL to write.</summary>
    public Reads(Databases databases, Replicas replicas, IReplication replication, IOptions<ReplicasOptions> options, ServerVersion version, TimeProvider clock)
    {
        (_databases, _replicas, _replication, _options, _clock) = (databases, replicas, replication, options.Value, clock);
        var known = new ConcurrentDictionary<string, DbContextOptions<ReadContext>>();
        _optionsOf = address => known.GetOrAdd(address, of => new DbContextOptionsBuilder<ReadContext>()
            .UseMySql(of, version).UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking).Options);
    }

    /// <summary>Asks a question.</summary>
    /// <param name="seen">What the caller knows to be written.</param>
    /// <param name="question">The question. It may be asked several times, on several servers, even at once.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="MySqlException">No replica answered, and the primary didn't either.</exception>
    public async Task<T> AskAsync<T>(Seen seen, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(seen);
        ArgumentNullException.ThrowIfNull(question);
        foreach (var replica in seen.WantsPrimary ? [] : _replicas.InTurn())
        {
            var asking = AskAsync(replica, seen.Place, question, cancellation);
            try
            {
                var (isThere, answer) = await asking.WaitAsync(TimeSpan.FromMilliseconds(_options.ReadMilliseconds), _clock, cancellation);
                if (isThere)
                    return answer!;
                // It hasn't the write yet, and another one hardly will: no caller waits twice.
                break;
            }
            catch (TimeoutException)
            {
                _ = asking.ContinueWith(late => late.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
                replica.Suspect("it doesn't answer");
            }
            catch (Exception error) when (error is MySqlException or InvalidOperationException { InnerException: MySqlException })
            {
                replica.Suspect(error.GetBaseException().Message);
            }
        }

        await using var primary = new ReadContext(_optionsOf(_databases.Primary));
        return await question(primary, cancellation);
    }

    /// <summary>Makes the model and a connection to each replica, which takes longer than a caller would wait.</summary>
    /// <exception cref="MySqlException">One of them did not answer.</exception>
    public Task WarmUpAsync(CancellationToken cancellation) => Task.WhenAll(_replicas.All.Select(async replica =>
    {
        await using var context = new ReadContext(_optionsOf(replica.Address));
        await context.Database.ExecuteSqlRawAsync("DO 0", cancellation);
    }));

    /// <summary>The answer of a replica; not there, if it hasn't come to the caller's place in time.</summary>
    private async Task<(bool IsThere, T? Answer)> AskAsync<T>(
        Replica replica, string? place, Func<ReadContext, CancellationToken, Task<T>> question, CancellationToken cancellation)
    {
        await using var context = new ReadContext(_optionsOf(replica.Address));
        if (place is not null && !_replication.Covers(replica.Reached, place))
        {
            // On the connection that is then asked: the pool may lend another server's after a restart.
            await context.Database.OpenConnectionAsync(cancellation);
            var wait = new CommandDefinition(
                $"SELECT {_replication.Wait}", new { place, seconds = _options.WaitMilliseconds / 1000.0 }, cancellationToken: cancellation);
            if (!await HasAsync(context.Database.GetDbConnection(), wait))
                return (false, default);
        }

        return (true, await question(context, cancellation));
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
