using System.Collections.Immutable;
using Dugout.Load.Disturbances;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;

namespace Dugout.Load.FaultRounds;

/// <summary>A kind of fault: what is killed or frozen in the middle of a sale, in which system, and what the shop promises then.</summary>
/// <param name="Name">Its name on the command line.</param>
/// <param name="System">The system, which all rounds of kinds of the same system share.</param>
/// <param name="Victim">The process that it strikes.</param>
/// <param name="IsKill">Whether the process is killed; otherwise it is frozen for a while.</param>
/// <param name="Goal">The greatest window of failed requests, in seconds; null for none.</param>
internal sealed record FaultKind(string Name, Variant System, Victim Victim, bool IsKill, double? Goal)
{
    /// <summary>When it strikes, in seconds from the first iteration.</summary>
    public const int After = 4;

    /// <summary>How long a process is frozen, in seconds: longer than any goal, so that the shop must go on without it.</summary>
    public const int FrozenSeconds = 8;

    private const int Fans = 6_000;
    private const int HashRounds = 1_000;

    private static readonly Variant Pair = new("pair", "--replicas", "2", "--read-replicas", "1", "--restarts", "on") { Fans = Fans, HashRounds = HashRounds, GatewayCaches = true };

    private static readonly Variant Cluster = new("cluster", "--replicas", "2", "--database", "galera", "--redis", "cluster", "--restarts", "on") { Fans = Fans, HashRounds = HashRounds, GatewayCaches = true };

    /// <summary>Every kind, those of one system together.</summary>
    public static ImmutableList<FaultKind> All { get; } =
    [
        .. Both("api", Pair, Victim.Named("api-1"), 1),
        .. Both("gateway", Pair, Victim.Named("gateway"), 3),
        .. Both("worker", Pair, Victim.Named("worker"), null),
        .. Both("primary", Pair, Victim.Named("mysql-primary"), null),
        .. Both("replica", Pair, Victim.Named("mysql-replica-1"), null),
        .. Both("writer", Cluster, Victim.Named("mysql-1"), 5),
        .. Both("reader", Cluster, Victim.Named("mysql-2"), null).Select(kind => kind with { ReadsFail = false }),
        .. Both("redis-master", Cluster, Victim.RedisNode(isReplica: false), 5),
        .. Both("redis-replica", Cluster, Victim.RedisNode(isReplica: true), null),
    ];

    /// <summary>Whether reads may fail at all.</summary>
    public bool ReadsFail { get; init; } = true;

    /// <summary>The goal in words; empty for none.</summary>
    public string GoalInWords => !ReadsFail ? "no failed read" : Goal is { } goal ? $"{goal:0} s" : "";

    /// <summary>The kinds of these names, in their own order; all of them where none is named.</summary>
    /// <exception cref="UsageException">There is no such kind.</exception>
    public static IReadOnlyList<FaultKind> Find(IReadOnlyCollection<string> names)
    {
        if (names.FirstOrDefault(name => All.All(kind => kind.Name != name)) is { } unknown) throw new UsageException($"there is no kind of fault '{unknown}'; available: {string.Join(", ", All.Select(kind => kind.Name))}");
        return names.Count == 0 ? All : [.. All.Where(kind => names.Contains(kind.Name))];
    }

    /// <summary>What happens to a process.</summary>
    public Disturbance Strike(string process) => new(process, After, IsKill ? 0 : FrozenSeconds);

    /// <summary>Whether a round kept the promise.</summary>
    public bool IsMet(FaultRound round) => (Goal is not { } goal || round.Window <= goal) && (ReadsFail || round.FailedReads == 0);

    private static IEnumerable<FaultKind> Both(string process, Variant system, Victim victim, double? goal) =>
        [new($"{process}-kill", system, victim, IsKill: true, goal), new($"{process}-freeze", system, victim, IsKill: false, goal)];
}
