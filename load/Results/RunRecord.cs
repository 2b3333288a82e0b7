using System.Globalization;
using System.Text.Json.Serialization;
using Dugout.Load.Client;

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

    /// <summary>The number of requests of the whole run that each API replica answered, by its name, including those before the load; null in a record older than this
    /// field.</summary>
    public IReadOnlyDictionary<string, long>? ResponsesByReplica { get; init; }

    /// <summary>
    /// The fraction of the kernel's periods in which each API replica was throttled at its CPU limit, by name; null where there was no limit, and in a record older than this
    /// field.
    /// </summary>
    public IReadOnlyDictionary<string, double>? Throttled { get; init; }

    /// <summary>The disturbance of the system during the load; null when there was none.</summary>
    public DisturbanceRecord? Disturbed { get; init; }

    /// <summary>Seconds from the first start to the end of the last iteration, over which processor time was read.</summary>
    public required double Seconds { get; init; }

    /// <summary>Little's law, N = X · R.</summary>
    public required LittleRecord Little { get; init; }

    /// <summary>The sales.</summary>
    public required SalesRecord Sales { get; init; }

    /// <summary>The writings; null where there were none.</summary>
    public WrittenRecord? Written { get; init; }

    /// <summary>The results of the checks.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }

    /// <summary>The exit code of the program.</summary>
    public required int ExitCode { get; init; }

    /// <summary>Whether it may be compared with another run.</summary>
    public bool IsComparable => Version == CurrentVersion && !Partial && Void is null;
}

/// <summary>The settings of a run.</summary>
/// <param name="Preset">The shape of the load by name.</param>
/// <param name="Callers">The number of callers of a closed load; null for an open one.</param>
/// <param name="Rate">Iterations per second at the load's peak; null for a closed one.</param>
/// <param name="Phases">The load, phase by phase.</param>
/// <param name="WarmUpSeconds">The length of the warm-up before, in seconds; not in any figure.</param>
/// <param name="Keys">The choice of month, game and seats, as on the command line: <c>uniform</c>, <c>zipf:1.1</c>, <c>single</c>.</param>
/// <param name="ThinkMilliseconds">The mean pause before a step, in milliseconds.</param>
/// <param name="AbandonPercent">The percentage of iterations that leave midway.</param>
/// <param name="Accounts">The number of accounts that took part.</param>
/// <param name="SignInEach">Whether each iteration signed in.</param>
/// <param name="Seed">The seed of random choices.</param>
internal sealed record SettingsRecord(
    string Preset, int? Callers, int? Rate, IReadOnlyList<PhaseRecord> Phases, int WarmUpSeconds, string Keys, int ThinkMilliseconds, int AbandonPercent, int Accounts, bool SignInEach, int Seed)
{
    /// <summary>Whether iterations start at scheduled times, independent of earlier ones.</summary>
    public bool IsOpen => Callers is null;

    /// <summary>The factor of the rates of a published load; null for other shapes.</summary>
    public double? Scale { get; init; }

    /// <summary>The percentage of iterations that wrote; null where the scenario makes no such distinction, and in a record older than this field.</summary>
    public int? WritePercent { get; init; }
}

/// <summary>A phase of the load: a rate that changes linearly from one value to the other, in iterations per second; or a number of callers.</summary>
internal sealed record PhaseRecord(double From, double To, int? Callers, int Seconds)
{
    /// <summary>The number of iterations the phase of an open load has started after this many of its seconds.</summary>
    public int Starts(int seconds) => (int)Math.Round((From * seconds) + ((To - From) * seconds * seconds / (2.0 * Seconds)), MidpointRounding.AwayFromZero);

    /// <summary>The number of iterations an open load starts: the area under it.</summary>
    public static int Starts(IReadOnlyList<PhaseRecord> phases) => phases.Sum(phase => phase.Starts(phase.Seconds));
}

/// <summary>A commit, and whether files differed from it.</summary>
internal sealed record CommitRecord(string Hash, bool IsDirty);

/// <summary>The machine.</summary>
/// <param name="Cores">Logical processors.</param>
/// <param name="Processor">Their name; <c>unknown</c> where the machine does not report it.</param>
/// <param name="Kernel">The kernel's release.</param>
/// <param name="DotNet">The runtime.</param>
/// <param name="Optimized">Whether the load program was built with optimization.</param>
/// <param name="LoadBefore">Load averages over 1, 5 and 15 minutes before the first iteration; empty where the machine does not report them.</param>
/// <param name="LoadAfter">The same after the last iteration.</param>
internal sealed record MachineRecord(int Cores, string Processor, string Kernel, string DotNet, bool Optimized, IReadOnlyList<double> LoadBefore, IReadOnlyList<double> LoadAfter);

/// <summary>A package.</summary>
internal sealed record PackageRecord(string Name, string Version, bool IsReal);

/// <summary>
/// Starts by the second in which they were due; all empty in a closed load and where unknown. Due is started plus dropped; late is a start more than 1 ms after it was due.
/// </summary>
/// <param name="Due">Iterations that should have started.</param>
/// <param name="Started">Those that started.</param>
/// <param name="Late">Those that started more than 1 ms late.</param>
/// <param name="Dropped">Those that did not start, because too many were in flight or the run was stopped.</param>
/// <param name="LatestMicroseconds">The longest delay of a start after it was due, in µs.</param>
internal sealed record SendsRecord(IReadOnlyList<int> Due, IReadOnlyList<int> Started, IReadOnlyList<int> Late, IReadOnlyList<int> Dropped, double LatestMicroseconds);

/// <summary>A step, or whole iterations.</summary>
/// <param name="Name">Its name, such as <c>9 reserve</c>; <c>iteration</c>.</param>
/// <param name="Ends">Its outcomes; an outcome that did not happen is missing.</param>
/// <param name="Repeats">The number of retries, by the response that caused them.</param>
/// <param name="Series">The same by the second.</param>
internal sealed record StepRecord(string Name, IReadOnlyList<EndsRecord> Ends, IReadOnlyDictionary<string, int> Repeats, SeriesRecord Series)
{
    /// <summary>The number that ended with one of these outcomes.</summary>
    public long Count(params ReadOnlySpan<Outcome> outcomes)
    {
        long count = 0;
        foreach (var ends in Ends)
        {
            if (outcomes.Contains(ends.Outcome)) count += ends.Actual.Count;
        }

        return count;
    }

    /// <summary>Those that ended with an outcome; null when there are none.</summary>
    public EndsRecord? Of(Outcome outcome) => Ends.FirstOrDefault(ends => ends.Outcome == outcome);
}

/// <summary>Everything that ended with one outcome.</summary>
/// <param name="Outcome">The outcome.</param>
/// <param name="Codes">The count of each code.</param>
/// <param name="Intended">Time from the intended start: for an iteration and its first step when the iteration was due, for the other steps when they were sent.</param>
/// <param name="Actual">Time from when it was sent.</param>
internal sealed record EndsRecord(Outcome Outcome, IReadOnlyDictionary<string, int> Codes, HistogramRecord Intended, HistogramRecord Actual);

/// <summary>The results second by second, one column per member; times are from the intended start, of the ok ones that ended in the second, 0 when there were none.</summary>
/// <param name="Started">Began in the second.</param>
/// <param name="InFlight">In flight at its end.</param>
/// <param name="Ok">Ended ok in it; the others likewise.</param>
/// <param name="Rejected">Ended rejected.</param>
/// <param name="Shed">Ended shed.</param>
/// <param name="ClientError">Ended in a client error.</param>
/// <param name="TimeOut">Ended in a time-out.</param>
/// <param name="Fault">Ended in a fault.</param>
/// <param name="Left">Left; for iterations only.</param>
/// <param name="P50">The p50.</param>
/// <param name="P99">The p99.</param>
/// <param name="Max">The maximum.</param>
internal sealed record SeriesRecord(
    IReadOnlyList<int> Started, IReadOnlyList<int> InFlight, IReadOnlyList<int> Ok, IReadOnlyList<int> Rejected, IReadOnlyList<int> Shed,
    IReadOnlyList<int> ClientError, IReadOnlyList<int> TimeOut, IReadOnlyList<int> Fault, IReadOnlyList<int> Left,
    IReadOnlyList<long> P50, IReadOnlyList<long> P99, IReadOnlyList<long> Max);

/// <summary>The quantities of Little's law: iterations in flight, iterations per second, seconds; and iterations in flight while some were still being started.</summary>
internal sealed record LittleRecord(double InFlight, double Throughput, double Duration, double InFlightWhileStarting);

/// <summary>The number of requested connections, the total seconds of waiting for them, and the total seconds that returned connections had been in use (0 in a record older than this
/// field).</summary>
internal sealed record WaitRecord(long Count, double Seconds, double UseSeconds = 0)
{
    /// <summary>The difference to an earlier reading of the same process.</summary>
    public WaitRecord Since(WaitRecord before) => new(Count - before.Count, Math.Round(Seconds - before.Seconds, 6), Math.Round(UseSeconds - before.UseSeconds, 6));
}

/// <summary>A replica's response cache: hits and misses in its memory and in Redis, its writes to Redis, and the content of its memory at the end.</summary>
internal sealed record CacheRecord(long Hits, long Misses, long SharedHits, long SharedMisses, long SharedWrittenBytes, long Entries, long Bytes)
{
    /// <summary>The difference to an earlier reading of the same process.</summary>
    public CacheRecord Since(CacheRecord? before) => before is null ? this : this with
    {
        Hits = Hits - before.Hits,
        Misses = Misses - before.Misses,
        SharedHits = SharedHits - before.SharedHits,
        SharedMisses = SharedMisses - before.SharedMisses,
        SharedWrittenBytes = SharedWrittenBytes - before.SharedWrittenBytes,
    };

    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{Hits} of {Hits + Misses} lookups hit in memory{Share(Hits, Misses)}, {SharedHits} of {SharedHits + SharedMisses} in Redis{Share(SharedHits, SharedMisses)}; {SharedWrittenBytes / 1e6:0.00} MB written to Redis; memory holds {Entries} entries, {Bytes / 1e6:0.00} MB");

    private static string Share(long hits, long misses) => hits + misses == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({100.0 * hits / (hits + misses):0.0} %)");
}

/// <summary>A process of the system that was frozen, with begin and end in seconds from the first iteration.</summary>
internal sealed record DisturbanceRecord(string Process, double From, double To);

/// <summary>Acknowledged reservations, their seats, and reservations with an unknown outcome.</summary>
internal sealed record SalesRecord(int Acknowledged, int Seats, int Unknown);

/// <summary>Acknowledged posts, likes and comments, and those with an unknown outcome.</summary>
internal sealed record WrittenRecord(int Acknowledged, int Unknown);

/// <summary>The state of a replica at one moment. Counts are since it started.</summary>
/// <param name="At">When, in seconds from the first iteration.</param>
/// <param name="HeapMegabytes">Its managed heap, in MB.</param>
/// <param name="Collections">Garbage collections, of all generations.</param>
/// <param name="FullCollections">Those of them that collected the whole heap.</param>
/// <param name="PauseMilliseconds">The total pause of collections, in milliseconds.</param>
/// <param name="Threads">Threads of its pool.</param>
/// <param name="WorkWaiting">Work items queued for a thread.</param>
/// <param name="NoticesWaiting">Notices in its memory that wait to be pushed.</param>
/// <param name="Pushes">Attempted pushes.</param>
internal sealed record SampleRecord(double At, double HeapMegabytes, long Collections, long FullCollections, double PauseMilliseconds, int Threads, long WorkWaiting, long NoticesWaiting, long Pushes);

/// <summary>The delivery of notices to fans who signed in with a device.</summary>
/// <param name="Devices">The number of such fans.</param>
/// <param name="Made">Notices created for them since.</param>
/// <param name="Pushed">Those that the push partner accepted.</param>
/// <param name="MissingAt">Devices with fewer pushes than notices.</param>
/// <param name="TwiceAt">Devices with more pushes than notices.</param>
/// <param name="Seconds">When the last push arrived, in seconds after the load.</param>
/// <param name="MayBeLost">Whether the system was configured so that notices may be lost.</param>
internal sealed record NoticesRecord(int Devices, int Made, int Pushed, int MissingAt, int TwiceAt, double Seconds, bool MayBeLost)
{
    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{Made} created for {Devices} fans with a device, {Pushed} of them pushed, {Made - Pushed} lost, {TwiceAt} devices got more than were created; the last push came {Seconds:0.0} s after the load");
}

/// <summary>One thing that must be true after a run, and its violations.</summary>
internal sealed record FindingRecord(string Sentence, IReadOnlyList<string> Differences);
