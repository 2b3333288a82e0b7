using System.Diagnostics.Metrics;

namespace Dugout.Platform.Consistency;

/// <summary>The read replicas as last probed by <see cref="WatchReplicas"/>, and the round-robin order of reads.</summary>
public sealed class Replicas
{
    private uint _turn;

    /// <summary>Reads the replicas' addresses. Until the first probe, all replicas count as healthy.</summary>
    public Replicas(Databases databases, IMeterFactory meters)
    {
        ArgumentNullException.ThrowIfNull(databases);
        ArgumentNullException.ThrowIfNull(meters);
        var meter = meters.Create("Dugout");
        All = [.. databases.Replicas.Select((address, index) => new Replica(databases.Writers.Count > 1 ? $"mysql-{index + 2}" : $"mysql-replica-{index + 1}", address))];
        meter.CreateObservableGauge("dugout.replica.in_rotation", () => All.Select(replica =>
            new Measurement<int>(replica.IsInRotation ? 1 : 0, KeyValuePair.Create("replica", (object?)replica.Name))), description: "1 while the replica is in rotation, 0 otherwise.");
        meter.CreateObservableGauge("dugout.replica.lag", () => All.Select(replica =>
            new Measurement<double>(replica.Lag.TotalSeconds, KeyValuePair.Create("replica", (object?)replica.Name))), "s", "Replication lag of the replica.");
    }

    /// <summary>All replicas, by number.</summary>
    public IReadOnlyList<Replica> All { get; }

    /// <summary>The replicas in rotation, round-robin: each caller gets another one first.</summary>
    public IEnumerable<Replica> InTurn()
    {
        List<Replica> live = [.. All.Where(replica => replica.IsInRotation)];
        var first = (int)(Interlocked.Increment(ref _turn) % (uint)Math.Max(live.Count, 1));
        return live.Skip(first).Concat(live.Take(first));
    }
}

/// <summary>One replica.</summary>
/// <param name="name">Resource name.</param>
/// <param name="address">Connection string.</param>
public sealed class Replica(string name, string address)
{
    private readonly Lock _noting = new();
    private Look _last = new(Reached: "", TimeSpan.Zero, Behind: null, Fault: null);
    private long _suspected;

    /// <summary>Resource name.</summary>
    public string Name => name;

    /// <summary>Connection string.</summary>
    public string Address => address;

    /// <summary>Whether reads are sent to the replica.</summary>
    public bool IsInRotation => Last.Fault is null;

    /// <summary>Why no reads are sent to the replica; null while it is in rotation.</summary>
    public string? Fault => Last.Fault;

    /// <summary>Replication lag at the last probe.</summary>
    public TimeSpan Lag => Last.Lag;

    /// <summary>Result of the last probe.</summary>
    internal Look Last => Volatile.Read(ref _last);

    /// <summary>Whether a probe ever found the replica at the primary's position of that moment.</summary>
    internal bool HasJoined { get; set; }

    /// <summary>Stores a probe result. A healthy result does not clear a read failure that happened after the probe began.</summary>
    /// <param name="look">The result.</param>
    /// <param name="since">When the probe began, as a time stamp.</param>
    internal void Saw(Look look, long since)
    {
        lock (_noting)
            Volatile.Write(ref _last, _suspected > since ? look with { Fault = look.Fault ?? _last.Fault } : look);
    }

    /// <summary>Takes the replica out of rotation until the next probe finds it healthy.</summary>
    internal void Suspect(string fault, long now)
    {
        lock (_noting)
        {
            _suspected = now;
            Volatile.Write(ref _last, _last with { Fault = fault });
        }
    }

    /// <summary>Result of a probe.</summary>
    /// <param name="Reached">The last position the replica was found at.</param>
    /// <param name="Lag">Replication lag.</param>
    /// <param name="Behind">Why the replica does not count as current, judged from both servers' positions; null where it does.</param>
    /// <param name="Fault">Why the replica cannot be read from; null where it can.</param>
    internal sealed record Look(string Reached, TimeSpan Lag, string? Behind, string? Fault);
}
