using System.Collections.Immutable;
using Dugout.Load.Disturbances;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;

namespace Dugout.Load.FaultRounds;

/// <summary>A kind of fault: what is killed, frozen or isolated in the middle of a sale, in which system, and what the shop promises then.</summary>
/// <param name="Name">Its name on the command line.</param>
/// <param name="System">The system, which all rounds of kinds of the same system share.</param>
/// <param name="Victim">The process that it strikes.</param>
/// <param name="Act">What happens to it.</param>
/// <param name="Goal">The greatest window of failed requests, in seconds; null for none.</param>
internal sealed record FaultKind(string Name, Variant System, Victim Victim, FaultAct Act, double? Goal)
{
    /// <summary>When it strikes, in seconds from the first iteration.</summary>
    public const int After = 4;

    /// <summary>How long a process is frozen or isolated, in seconds: longer than any goal, so that the shop must go on without it.</summary>
    public const int HeldSeconds = 8;

    private const int Fans = 6_000;
    private const int HashRounds = 1_000;

    private static readonly Variant Pair = new("pair", "--replicas", "2", "--read-replicas", "1", "--restarts", "on") { Fans = Fans, HashRounds = HashRounds, GatewayCaches = true };

    /// <summary>Without a read replica, which has more than a primary that has lost commits, and then replicates no more.</summary>
    private static readonly Variant Alone = Pair with { Name = "alone", Options = ["--replicas", "2", "--restarts", "on"] };

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
        new("writer-isolate", Cluster, Victim.Named("mysql-1"), FaultAct.Isolate, 5),
        .. Both("reader", Cluster, Victim.Named("mysql-2"), null).Select(kind => kind with { ReadsFail = false }),
        .. Both("redis-master", Cluster, Victim.RedisNode(isReplica: false), 5),
        .. Both("redis-replica", Cluster, Victim.RedisNode(isReplica: true), null),
    ];

    /// <summary>
    /// Negative controls: systems that lose acknowledged sales in some rounds. A campaign that does not notice proves nothing.
    /// <c>flush-off</c>: the primary acknowledges commits that it has not written to disk. <c>quorum-off</c>: a node goes on without a majority, so that two accept writes.
    /// </summary>
    public static ImmutableList<FaultKind> Controls { get; } =
    [
        new("flush-off", Weak(Alone, "SET GLOBAL innodb_flush_log_at_trx_commit = 0"), Victim.Named("mysql-primary"), FaultAct.Kill, null),
        new("quorum-off", Weak(Cluster, "SET GLOBAL wsrep_provider_options = 'pc.ignore_quorum=true;pc.ignore_sb=true'"), Victim.Named("mysql-1"), FaultAct.Freeze, null),
    ];

    /// <summary>Whether reads may fail at all.</summary>
    public bool ReadsFail { get; init; } = true;

    /// <summary>Whether it is a negative control, which the checks must notice.</summary>
    public bool IsControl => System.WeakSettings.Count > 0;

    /// <summary>The goal in words; empty for none.</summary>
    public string GoalInWords => IsControl ? "noticed" : !ReadsFail ? "no failed read" : Goal is { } goal ? $"{goal:0} s" : "";

    /// <summary>The kinds of these names, in their own order; all but the negative controls where none is named.</summary>
    /// <exception cref="UsageException">There is no such kind.</exception>
    public static IReadOnlyList<FaultKind> Find(IReadOnlyCollection<string> names)
    {
        ImmutableList<FaultKind> known = [.. All, .. Controls];
        if (names.FirstOrDefault(name => known.All(kind => kind.Name != name)) is { } unknown) throw new UsageException($"there is no kind of fault '{unknown}'; available: {string.Join(", ", known.Select(kind => kind.Name))}");
        return names.Count == 0 ? All : [.. known.Where(kind => names.Contains(kind.Name))];
    }

    /// <summary>What happens to a process.</summary>
    /// <param name="process">Its name.</param>
    /// <param name="isolate">Isolates a process, and reconnects it.</param>
    public Disturbance Strike(string process, Func<string, bool, Task> isolate) =>
        new(process, After, Act == FaultAct.Kill ? 0 : HeldSeconds) { Isolate = Act == FaultAct.Isolate ? isIsolated => isolate(process, isIsolated) : null };

    /// <summary>How many of its rounds broke the promise, or 1 if a negative control was not noticed.</summary>
    public int Missed(IReadOnlyCollection<FaultRound> rounds) => IsControl
        ? rounds.Count > 0 && !IsNoticed(rounds) ? 1 : 0
        : rounds.Count(round => (Goal is { } goal && round.Window > goal) || (!ReadsFail && round.FailedReads > 0));

    /// <summary>Whether a round of a negative control has differences, so that no further one is needed.</summary>
    public bool IsNoticed(IEnumerable<FaultRound> rounds) => IsControl && rounds.Any(round => round.Differences.Count > 0);

    private static IEnumerable<FaultKind> Both(string process, Variant system, Victim victim, double? goal) =>
        [new($"{process}-kill", system, victim, FaultAct.Kill, goal), new($"{process}-freeze", system, victim, FaultAct.Freeze, goal)];

    private static Variant Weak(Variant system, string setting) => system with { Name = $"{system.Name}, weak", WeakSettings = [setting] };
}
