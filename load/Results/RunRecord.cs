using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>
/// Everything a run measured, enough to recompute all its figures: <c>record.json</c>. Times are µs unless stated otherwise, seconds count from the first iteration.
/// </summary>
internal sealed record RunRecord
{
    /// <summary>The current <see cref="Version"/>. It rises whenever a reader of older records would misread a new one.</summary>
    public const int CurrentVersion = 1;

    /// <summary>The version of this format.</summary>
    public required int Version { get; init; }

    /// <summary>The scenario's name.</summary>
    public required string Scenario { get; init; }

    /// <summary>When the first iteration was due, UTC; where there was none, when it should have been.</summary>
    public required DateTimeOffset BeganAt { get; init; }

    /// <summary>Whether the run was aborted: the record covers the time until then, and is never compared.</summary>
    public required bool Partial { get; init; }

    /// <summary>Why the figures are not valid; null when they are.</summary>
    public required string? Void { get; init; }

    /// <summary>The settings of the run.</summary>
    public required SettingsRecord Settings { get; init; }

    /// <summary>The source the load program was built from, as reported by the checkout; null outside git.</summary>
    public required CommitRecord? Commit { get; init; }

    /// <summary>The machine.</summary>
    public required MachineRecord Machine { get; init; }

    /// <summary>Which packages that shape a result are the real ones.</summary>
    public required IReadOnlyList<PackageRecord> Packages { get; init; }

    /// <summary>The processes of the system, in the order of their names.</summary>
    public required IReadOnlyList<string> System { get; init; }

    /// <summary>The database's engine and version; null in a record older than this field, whose engine was MariaDB.</summary>
    public string? Engine { get; init; }

    /// <summary>Whether times from the intended start are known; where not, they equal the actual ones.</summary>
    public required bool IntendedKnown { get; init; }

    /// <summary>How well the generator met its schedule.</summary>
    public required SendsRecord Sends { get; init; }

    /// <summary>Whole iterations.</summary>
    public required StepRecord Iterations { get; init; }

    /// <summary>Iterations still in flight when the run stopped waiting for them; they count as failed.</summary>
    public required int NeverEnded { get; init; }

    /// <summary>The steps, in their order.</summary>
    public required IReadOnlyList<StepRecord> Steps { get; init; }

    /// <summary>Seconds of processor time each process used during the load, by name; <c>load</c> is the generator. A process that cannot be read is missing.</summary>
    public required IReadOnlyDictionary<string, double> ProcessorSeconds { get; init; }

    /// <summary>The API replicas' waits for database connections during the load, by name; a replica that reports nothing is missing.</summary>
    public required IReadOnlyDictionary<string, WaitRecord> Waits { get; init; }

    /// <summary>The response cache use of the API replicas, by name; a replica that reports nothing is missing. Null in a record older than this field.</summary>
    public IReadOnlyDictionary<string, CacheRecord>? Cache { get; init; }

    /// <summary>
    /// Samples of the API replicas, about one per second, by name; a replica that reports nothing is missing. Null where they were not sampled, and in a record older than this
    /// field.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<SampleRecord>>? Samples { get; init; }

    /// <summary>Whether the load stayed steady; null where that is not required, where it was too short, and in a record older than this field.</summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>The delivery of notices; null where notices were not tracked, and in a record older than this field.</summary>
    public NoticesRecord? Notices { get; init; }

    /// <summary>The row counts of the main tables before the load, by table; null in a record older than this field.</summary>
    public IReadOnlyDictionary<string, long>? RowsBefore { get; init; }

    /// <summary>SQL statements that clients sent to all servers during the load; null when not counted.</summary>
    public double? Statements { get; init; }

    /// <summary>Those of them on the primary; null like <see cref="Statements"/>, and in a record older than this field.</summary>
    public double? PrimaryStatements { get; init; }

    /// <summary>Rows that all SQL servers read in their tables and indexes during the load, including their own temporary ones; null like <see cref="Statements"/>, and in a record older than this
    /// field.</summary>
    public double? RowsRead { get; init; }

    /// <summary>The CPU limit of each API replica, in cores; null for no limit.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The CPU limit of the first replica, in cores, where it differs; null where it does not, and in a record older than this field.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>The number of requests of the whole run with a response from each API replica, by its name, including those before the load; null in a record older than this
    /// field.</summary>
    public IReadOnlyDictionary<string, long>? ResponsesByReplica { get; init; }

    /// <summary>
    /// The fraction of the kernel's periods in which each API replica was throttled at its CPU limit, by name; null where there was no limit, and in a record older than this
    /// field.
    /// </summary>
    public IReadOnlyDictionary<string, double>? Throttled { get; init; }

    /// <summary>The disturbance of the system during the load; null when there was none.</summary>
    public DisturbanceRecord? Disturbed { get; init; }

    /// <summary>Requests that failed or were shed; null where there was none, and in a record older than this field.</summary>
    public FailedRequestsRecord? FailedRequests { get; init; }

    /// <summary>Seconds from the first start to the end of the last iteration, over which processor time was read.</summary>
    public required double Seconds { get; init; }

    /// <summary>The load window, in seconds: how long iterations were started. Rates are over it; what ended later is counted apart.</summary>
    [JsonIgnore]
    public int LoadSeconds => Settings.Phases.Sum(phase => phase.Seconds);

    /// <summary>Little's law, N = X · R.</summary>
    public required LittleRecord Little { get; init; }

    /// <summary>The sales.</summary>
    public required SalesRecord Sales { get; init; }

    /// <summary>The writings; null where there were none.</summary>
    public WrittenRecord? Written { get; init; }

    /// <summary>The opening of a sale; null for other scenarios.</summary>
    public OpeningRecord? Opening { get; init; }

    /// <summary>The results of the checks.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }

    /// <summary>The exit code of the program.</summary>
    public required int ExitCode { get; init; }

    /// <summary>Whether it may be compared with another run.</summary>
    public bool IsComparable => Version == CurrentVersion && !Partial && Void is null;
}
