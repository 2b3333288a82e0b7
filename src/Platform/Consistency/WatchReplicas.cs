using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Probes the replicas periodically. A replica that does not respond, has stopped replicating or lags too far leaves rotation,
/// and returns once it is healthy. Lag is measured by GTID positions: the age of the oldest position this
/// process has observed on the primary that the replica has not reached. While the primary is unavailable no replica can
/// follow it, and a replica that responds stays in rotation.
/// </summary>
internal sealed class WatchReplicas(
    Databases databases, Replicas replicas, IReplication replication, IOptions<ReplicasOptions> options, TimeProvider clock, ILogger<WatchReplicas> log)
    : BackgroundService
{
    private const int LongestHistory = 1_000;

    private readonly ServerProbe _probe = new(options.Value, clock);

    /// <summary>Observed positions of the primary, oldest first, beginning with the last one that every replica has reached.</summary>
    private readonly LinkedList<(string Place, long ConsistencyToken)> _history = [];

    /// <summary>Probes all servers once.</summary>
    public async Task ProbeAsync(CancellationToken cancellation)
    {
        var present = await _probe.QueryAsync<string>(databases.Primary, $"SELECT {replication.Present}", cancellation);
        if (present.Value is { } place && _history.Last?.Value.Place != place)
            _history.AddLast((place, clock.GetTimestamp()));
        await Task.WhenAll(replicas.All.Select(replica => ProbeAsync(replica, present.Value, cancellation)));
        while (_history.First?.Next is { } next && replicas.All.All(replica => replication.Covers(replica.Last.Reached, next.Value.Place)))
            _history.RemoveFirst();
        if (_history.Count > LongestHistory)
            _history.Remove(_history.First!.Next!); // A replica that has not reached the first position does not need the next one yet.
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (replicas.All.Count == 0)
            return;
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(options.Value.WatchMilliseconds), clock);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            await ProbeAsync(stoppingToken);
    }

    private async Task ProbeAsync(Replica replica, string? present, CancellationToken cancellation)
    {
        var (since, last) = (clock.GetTimestamp(), replica.Last);
        var (answer, fault) = await _probe.QueryAsync<Answer>(
            replica.Address, $"SELECT {replication.Reached} AS Reached, CAST({replication.IsFollowing} AS SIGNED) AS IsFollowing", cancellation);
        var reached = answer?.Reached ?? last.Reached;
        var lag = present is null ? last.Lag : LagOf(reached);
        if (answer is not null && present is not null && replication.Covers(reached, present))
            replica.HasJoined = true;
        // The last judgement stands while one of the two servers does not respond.
        var behind = answer is null || present is null ? last.Behind
            : answer.IsFollowing != 1 ? "replication has stopped"
            : !replica.HasJoined ? "replication has not caught up yet"
            : lag.TotalMilliseconds > options.Value.LongestLagMilliseconds ? $"replication lags by {lag.TotalSeconds:0.0} s"
            : null;
        fault ??= behind;
        if (last.Fault is null && fault is not null)
            log.LogWarning("{Replica} is out of rotation: {Reason}; reads go to other servers until a probe succeeds", replica.Name, fault);
        else if (last.Fault is not null && fault is null)
            log.LogWarning("{Replica} is healthy and back in rotation", replica.Name);
        replica.Saw(new(reached, lag, behind, fault), since);
    }

    /// <summary>The age of the oldest position the replica has not reached.</summary>
    private TimeSpan LagOf(string reached)
    {
        if (_history.Last is not { Value.Place: var newest } || replication.Covers(reached, newest))
            return TimeSpan.Zero;
        foreach (var (place, seen) in _history)
        {
            if (!replication.Covers(reached, place))
                return clock.GetElapsedTime(seen);
        }

        return TimeSpan.Zero;
    }

    /// <summary>Filled by properties, not a constructor: the engines return integers of different sizes.</summary>
    private sealed class Answer
    {
        public required string Reached { get; init; }

        public long? IsFollowing { get; init; }
    }
}
