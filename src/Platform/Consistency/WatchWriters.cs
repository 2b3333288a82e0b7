using System.Diagnostics.Metrics;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Sends the writes of this process to one node of a cluster: the first of the connection string that belongs to the majority. Where processes disagree for a moment, nothing is
/// sold twice: the nodes accept only one of two commits that change the same row. The former node is used again once it has been healthy for a while.
/// </summary>
internal sealed class WatchWriters : BackgroundService
{
    /// <summary>A process that stops for a moment, as for a snapshot of its machine, misses one probe.</summary>
    private const int MissedProbes = 2;

    private static readonly TimeSpan BetweenQuestions = TimeSpan.FromMilliseconds(20);

    /// <summary>How long a node must be healthy before writes return to it.</summary>
    internal static readonly TimeSpan Return = TimeSpan.FromSeconds(5);

    private readonly Databases _databases;
    private readonly IReplication _replication;
    private readonly ReplicasOptions _options;
    private readonly TimeProvider _clock;
    private readonly ILogger<WatchWriters> _log;
    private readonly ServerProbe _probe;
    private readonly Node[] _nodes;

    public WatchWriters(
        Databases databases, IReplication replication, IOptions<ReplicasOptions> options, TimeProvider clock, IMeterFactory meters, ILogger<WatchWriters> log)
    {
        (_databases, _replication, _options, _clock, _log) = (databases, replication, options.Value, clock, log);
        _probe = new(options.Value, clock);
        _nodes = [.. databases.Writers.Select(_ => new Node())];
        meters.Create("Dugout").CreateObservableGauge("dugout.database.writer", () => databases.Writer + 1, description: "Number of the node that this process writes to, in the order of its connection string.");
    }

    /// <summary>Probes all nodes once.</summary>
    public async Task ProbeAsync(CancellationToken cancellation)
    {
        await Task.WhenAll(_nodes.Select((node, number) => ProbeAsync(node, number, cancellation)));
        var current = _databases.Writer;
        var next = Array.FindIndex(_nodes, 0, current, node => node.HealthySince is { } since && _clock.GetElapsedTime(since) >= Return);
        if (next < 0 && _nodes[current].Missed >= MissedProbes)
            next = Array.FindIndex(_nodes, node => node.HealthySince is not null);
        if (next < 0 || !await HasAllAsync(next, cancellation))
            return;
        _databases.MoveWrites(next, isLost: _nodes[current].Fault is not null);
        _log.LogWarning("Writes go to {Node} from now on, and no longer to {Former}: {Reason}", _databases.Writers[next].Name, _databases.Writers[current].Name, _nodes[current].Fault ?? "it comes first and is healthy again");
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_nodes.Length == 1)
            return;
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(_options.WatchMilliseconds), _clock);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            await ProbeAsync(stoppingToken);
    }

    private async Task ProbeAsync(Node node, int number, CancellationToken cancellation)
    {
        var (isReady, fault) = await _probe.QueryAsync<IsReady>(_databases.Writers[number].Probe, $"SELECT CAST({_replication.IsFollowing} AS SIGNED) AS Value", cancellation);
        node.Fault = fault ?? (isReady!.Value == 1 ? null : "it is not in the majority");
        node.Missed = node.Fault is null ? 0 : node.Missed + 1;
        node.HealthySince = node.Fault is null ? node.HealthySince ?? _clock.GetTimestamp() : null;
    }

    /// <summary>
    /// Whether a node has everything that was committed before: until the others have excluded a lost node, none of them can say so. Asked repeatedly, because probes of a frozen node keep the
    /// next look waiting.
    /// </summary>
    private async Task<bool> HasAllAsync(int number, CancellationToken cancellation)
    {
        for (var asked = _clock.GetTimestamp(); _clock.GetElapsedTime(asked).TotalMilliseconds < _options.PollMilliseconds; await Task.Delay(BetweenQuestions, _clock, cancellation))
        {
            var (_, fault) = await _probe.QueryAsync<object>(_databases.Writers[number].Probe, _replication.Wait, cancellation);
            if (fault is null)
                return true;
        }

        return false;
    }

    /// <summary>A node as probed.</summary>
    private sealed class Node
    {
        public string? Fault { get; set; }

        public int Missed { get; set; }

        public long? HealthySince { get; set; }
    }

    /// <summary>Filled by properties, not a constructor: integers have different sizes.</summary>
    private sealed class IsReady
    {
        public long Value { get; init; }
    }
}
