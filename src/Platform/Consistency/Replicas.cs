using System.Diagnostics.Metrics;

namespace Dugout.Platform.Consistency;

/// <summary>The read replicas, as <see cref="WatchReplicas"/> last saw them, and whose turn it is.</summary>
public sealed class Replicas
{
    private uint _turn;

    /// <summary>Reads their addresses. Until somebody has looked, all are taken to be well.</summary>
    public Replicas(Databases databases, IMeterFactory meters)
    {
        ArgumentNullException.ThrowIfNull(databases);
        ArgumentNullException.ThrowIfNull(meters);
        var meter = meters.Create("Dugout");
        All = [.. databases.Replicas.Select((address, index) => new Replica($"mysql-replica-{index + 1}", address))];
        meter.CreateObservableGauge("dugout.replica.in_rotation", () => All.Select(replica =>
            new Measurement<int>(replica.IsInRotation ? 1 : 0, KeyValuePair.Create("replica", (object?)replica.Name))), description: "1 while reads are sent to it.");
        meter.CreateObservableGauge("dugout.replica.lag", () => All.Select(replica =>
            new Measurement<double>(replica.Lag.TotalSeconds, KeyValuePair.Create("replica", (object?)replica.Name))), "s", "How far it is behind.");
    }

    /// <summary>All of them, by number.</summary>
    public IReadOnlyList<Replica> All { get; }

    /// <summary>Those that can be read from, in turn: each caller finds another one first.</summary>
    public IEnumerable<Replica> InTurn()
    {
        List<Replica> live = [.. All.Where(replica => replica.IsInRotation)];
        var first = (int)(Interlocked.Increment(ref _turn) % (uint)Math.Max(live.Count, 1));
        return live.Skip(first).Concat(live.Take(first));
    }
}

/// <summary>One replica.</summary>
/// <param name="name">Its name as a resource.</param>
/// <param name="address">Its connection string.</param>
public sealed class Replica(string name, string address)
{
    private readonly Lock _noting = new();
    private Look _last = new(Reached: "", TimeSpan.Zero, Behind: null, Fault: null);
    private long _suspected;

    /// <summary>Its name as a resource.</summary>
    public string Name => name;

    /// <summary>Its connection string.</summary>
    public string Address => address;

    /// <summary>Whether reads are sent to it.</summary>
    public bool IsInRotation => Last.Fault is null;

    /// <summary>Why none are; null while they are.</summary>
    public string? Fault => Last.Fault;

    /// <summary>How far it was behind at the last look.</summary>
    public TimeSpan Lag => Last.Lag;

    /// <summary>How it was last found.</summary>
    internal Look Last => Volatile.Read(ref _last);

    /// <summary>Whether it was ever seen where the primary was at that moment.</summary>
    internal bool HasJoined { get; set; }

    /// <summary>Writes down how it was found; not that it is well, if it failed somebody since the look began.</summary>
    /// <param name="look">How it was found.</param>
    /// <param name="since">When the look began, as a time stamp.</param>
    internal void Saw(Look look, long since)
    {
        lock (_noting)
            Volatile.Write(ref _last, _suspected > since ? look with { Fault = look.Fault ?? _last.Fault } : look);
    }

    /// <summary>Sends nobody there until the next look finds it well.</summary>
    internal void Suspect(string fault, long now)
    {
        lock (_noting)
        {
            _suspected = now;
            Volatile.Write(ref _last, _last with { Fault = fault });
        }
    }

    /// <summary>How a replica was found.</summary>
    /// <param name="Reached">The last place it was seen at.</param>
    /// <param name="Lag">How far it is behind.</param>
    /// <param name="Behind">Why it isn't as good as the primary, by what was seen of both; null where it is.</param>
    /// <param name="Fault">Why it can't be read from; null where it can.</param>
    internal sealed record Look(string Reached, TimeSpan Lag, string? Behind, string? Fault);
}
