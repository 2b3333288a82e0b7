using System.Diagnostics.Metrics;

namespace Dugout.Features.Shared.Replication;

/// <summary>The read replicas, as <see cref="WatchReplicas"/> last saw them, and whose turn it is.</summary>
public sealed class Replicas : IDisposable
{
    private readonly Meter _meter = new("Dugout");
    private uint _turn;

    /// <summary>Reads their addresses. Until somebody has looked, all are taken to be well.</summary>
    public Replicas(Databases databases)
    {
        ArgumentNullException.ThrowIfNull(databases);
        All = [.. databases.Replicas.Select((address, index) => new Replica($"mysql-replica-{index + 1}", address))];
        _meter.CreateObservableGauge("dugout.replica.in_rotation", () => All.Select(replica =>
            new Measurement<int>(replica.IsInRotation ? 1 : 0, KeyValuePair.Create("replica", (object?)replica.Name))), description: "1 while reads are sent to it.");
        _meter.CreateObservableGauge("dugout.replica.lag", () => All.Select(replica =>
            new Measurement<double>(replica.Lag.TotalSeconds, KeyValuePair.Create("replica", (object?)replica.Name))), "s", "How far it is behind.");
    }

    /// <summary>All of them, by number.</summary>
    public IReadOnlyList<Replica> All { get; }

    /// <summary>Those that can be read from, in turn: each caller finds another one first.</summary>
    public IEnumerable<Replica> InTurn()
    {
        var first = (int)(Interlocked.Increment(ref _turn) % (uint)Math.Max(All.Count, 1));
        return All.Skip(first).Concat(All.Take(first)).Where(replica => replica.IsInRotation);
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}

/// <summary>One replica.</summary>
/// <param name="Name">Its name as a resource.</param>
/// <param name="Address">Its connection string.</param>
public sealed record Replica(string Name, string Address)
{
    private volatile Look _last = new("", TimeSpan.Zero, Fault: null);

    /// <summary>Whether reads are sent to it.</summary>
    public bool IsInRotation => _last.Fault is null;

    /// <summary>Why none are; null while they are.</summary>
    public string? Fault => _last.Fault;

    /// <summary>How far it was behind at the last look.</summary>
    public TimeSpan Lag => _last.Lag;

    /// <summary>The place it had reached by then.</summary>
    internal string Reached => _last.Reached;

    /// <summary>Writes down how it was found.</summary>
    internal void Saw(Look look) => _last = look;

    /// <summary>Sends nobody there until the next look finds it well.</summary>
    internal void Suspect(string fault) => _last = _last with { Fault = fault };

    /// <summary>How a replica was found.</summary>
    /// <param name="Reached">The place it had reached.</param>
    /// <param name="Lag">How far it was behind.</param>
    /// <param name="Fault">Why it can't be read from; null where it can.</param>
    internal sealed record Look(string Reached, TimeSpan Lag, string? Fault);
}
