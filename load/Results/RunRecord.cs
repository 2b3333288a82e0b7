using System.Globalization;
using System.Text.Json.Serialization;
using Dugout.Load.Client;

namespace Dugout.Load.Results;

/// <summary>
/// Everything a run measured, from which every figure of it can be made again: <c>record.json</c>. Times are µs unless said, seconds count
/// from the first flow.
/// </summary>
internal sealed record RunRecord
{
    /// <summary>What <see cref="Version"/> is today. It rises whenever a reader of older records would misread a new one.</summary>
    public const int CurrentVersion = 1;

    /// <summary>The version of this form.</summary>
    public required int Version { get; init; }

    /// <summary>The scenario's name.</summary>
    public required string Scenario { get; init; }

    /// <summary>When the first flow was due, UTC; where there was none, when it should have been.</summary>
    public required DateTimeOffset BeganAt { get; init; }

    /// <summary>Whether somebody broke the run off: it says what happened until then, and is never compared.</summary>
    public required bool Partial { get; init; }

    /// <summary>Why the figures can't be trusted; null when they can.</summary>
    public required string? Void { get; init; }

    /// <summary>What was asked for.</summary>
    public required SettingsRecord Settings { get; init; }

    /// <summary>The source the load program was built from, as far as the checkout tells; null outside git.</summary>
    public required CommitRecord? Commit { get; init; }

    /// <summary>The machine.</summary>
    public required MachineRecord Machine { get; init; }

    /// <summary>Which packages that shape a result are the real ones.</summary>
    public required IReadOnlyList<PackageRecord> Packages { get; init; }

    /// <summary>The processes of the system, in the order of their names.</summary>
    public required IReadOnlyList<string> System { get; init; }

    /// <summary>The database's engine and version; null in a record from before it was kept, which was MariaDB.</summary>
    public string? Engine { get; init; }

    /// <summary>Whether times from the intended start are known; where not, they are the actual ones again.</summary>
    public required bool IntendedKnown { get; init; }

    /// <summary>How well the generator kept to the plan.</summary>
    public required SendsRecord Sends { get; init; }

    /// <summary>Whole flows.</summary>
    public required StepRecord Flows { get; init; }

    /// <summary>Flows that were still going on when nobody waited for them any more; they count as failed.</summary>
    public required int NeverEnded { get; init; }

    /// <summary>The steps, in their order.</summary>
    public required IReadOnlyList<StepRecord> Steps { get; init; }

    /// <summary>Seconds of processor time each process used while the load lasted, by name; <c>load</c> is the generator. One that can't be read is missing.</summary>
    public required IReadOnlyDictionary<string, double> ProcessorSeconds { get; init; }

    /// <summary>How the API replicas waited for database connections while the load lasted, by name; one that doesn't tell is missing.</summary>
    public required IReadOnlyDictionary<string, WaitRecord> Waits { get; init; }

    /// <summary>What the API replicas kept of their answers, by name; one that doesn't tell is missing. Null in a record from before it was kept.</summary>
    public IReadOnlyDictionary<string, KeptRecord>? Kept { get; init; }

    /// <summary>
    /// How the API replicas were, about once a second, by name; one that doesn't tell is missing. Null where nobody asked, and in a record from before they were asked.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<SampleRecord>>? Samples { get; init; }

    /// <summary>Whether the load kept going; null where it need not, was too short, and in a record from before it was looked at.</summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>What became of notices; null where none were followed, and in a record from before they were.</summary>
    public NoticesRecord? Notices { get; init; }

    /// <summary>How many rows the main tables had before anything was pushed, by table; null in a record from before they were counted.</summary>
    public IReadOnlyDictionary<string, long>? RowsBefore { get; init; }

    /// <summary>SQL statements that clients sent to all servers while the load lasted; null when they weren't counted.</summary>
    public double? Statements { get; init; }

    /// <summary>Those of them on the primary; null like <see cref="Statements"/>, and in a record from before it was kept.</summary>
    public double? PrimaryStatements { get; init; }

    /// <summary>Rows that all SQL servers read in their tables and indexes while the load lasted, those of their own temporary ones included; null like <see cref="Statements"/>, and in a record from before it was kept.</summary>
    public double? RowsRead { get; init; }

    /// <summary>The most CPU each API replica could use, in cores; null for all there is.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The same for the first one, where that is another; null where it isn't, and in a record from before it was kept.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>How many requests of the whole run each API replica answered, by its name, those before the load among them; null in a record from before they were counted.</summary>
    public IReadOnlyDictionary<string, long>? Answered { get; init; }

    /// <summary>
    /// The part of the kernel's periods in which each API replica was stopped for having used up what it could, by name; null where they could use all there is,
    /// and in a record from before it was counted.
    /// </summary>
    public IReadOnlyDictionary<string, double>? Stopped { get; init; }

    /// <summary>What was done to the system while the load lasted; null when nothing was.</summary>
    public DisturbanceRecord? Disturbed { get; init; }

    /// <summary>Seconds from the first start to the end of the last flow, over which processor time was read.</summary>
    public required double Seconds { get; init; }

    /// <summary>N = X · R.</summary>
    public required LittleRecord Little { get; init; }

    /// <summary>What was sold.</summary>
    public required SalesRecord Sales { get; init; }

    /// <summary>What was written; null where nobody wrote.</summary>
    public WrittenRecord? Written { get; init; }

    /// <summary>What the checks found.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }

    /// <summary>What the program answered to whoever started it.</summary>
    public required int ExitCode { get; init; }

    /// <summary>Whether it may be set beside another run.</summary>
    public bool IsComparable => Version == CurrentVersion && !Partial && Void is null;
}

/// <summary>What was asked for.</summary>
/// <param name="Preset">The shape of the load by name.</param>
/// <param name="Callers">How many callers a closed load has; null for an open one.</param>
/// <param name="Rate">Flows a second at the load's height; null for a closed one.</param>
/// <param name="Phases">The load, phase by phase.</param>
/// <param name="WarmUpSeconds">How long was warmed up before; not in any figure.</param>
/// <param name="Keys">How month, game and seats were chosen, as on the command line: <c>uniform</c>, <c>zipf:1.1</c>, <c>single</c>.</param>
/// <param name="ThinkMilliseconds">The mean pause before a step.</param>
/// <param name="AbandonPercent">Of 100 flows so many leave midway.</param>
/// <param name="Accounts">How many accounts took part.</param>
/// <param name="SignInEach">Whether each flow signed in.</param>
/// <param name="Seed">What the choices were drawn from.</param>
internal sealed record SettingsRecord(
    string Preset, int? Callers, int? Rate, IReadOnlyList<PhaseRecord> Phases, int WarmUpSeconds, string Keys, int ThinkMilliseconds, int AbandonPercent, int Accounts, bool SignInEach, int Seed)
{
    /// <summary>Whether flows start at given times, whatever became of the ones before.</summary>
    public bool IsOpen => Callers is null;

    /// <summary>By what the rates of a published load were multiplied; null for other shapes.</summary>
    public double? Scale { get; init; }

    /// <summary>Of 100 flows so many wrote; null where the scenario makes no such difference, and in a record from before it did.</summary>
    public int? WritePercent { get; init; }
}

/// <summary>A phase of the load: the rate goes straight from one value to the other, in flows a second; or so many callers.</summary>
internal sealed record PhaseRecord(double From, double To, int? Callers, int Seconds);

/// <summary>A commit, and whether files differed from it.</summary>
internal sealed record CommitRecord(string Hash, bool IsDirty);

/// <summary>The machine.</summary>
/// <param name="Cores">Logical processors.</param>
/// <param name="Processor">Their name; <c>unknown</c> where the machine doesn't tell.</param>
/// <param name="Kernel">The kernel's release.</param>
/// <param name="DotNet">The runtime.</param>
/// <param name="Optimized">Whether the load program was built for speed.</param>
/// <param name="LoadBefore">Load averages over 1, 5 and 15 minutes before the first flow; empty where the machine doesn't tell.</param>
/// <param name="LoadAfter">The same after the last.</param>
internal sealed record MachineRecord(int Cores, string Processor, string Kernel, string DotNet, bool Optimized, IReadOnlyList<double> LoadBefore, IReadOnlyList<double> LoadAfter);

/// <summary>A package.</summary>
internal sealed record PackageRecord(string Name, string Version, bool IsReal);

/// <summary>
/// Starts by the second in which they were due; all empty in a closed load and where nobody knows. Due is started plus dropped; late is a
/// start more than 1 ms after it was due.
/// </summary>
/// <param name="Due">Flows that should have started.</param>
/// <param name="Started">Those that did.</param>
/// <param name="Late">Those that did more than 1 ms late.</param>
/// <param name="Dropped">Those that did not, because too many were in flight or the run was stopped.</param>
/// <param name="LatestMicroseconds">The latest start, after it was due.</param>
internal sealed record SendsRecord(IReadOnlyList<int> Due, IReadOnlyList<int> Started, IReadOnlyList<int> Late, IReadOnlyList<int> Dropped, double LatestMicroseconds);

/// <summary>A step, or whole flows.</summary>
/// <param name="Name">Its name, such as <c>9 reserve</c>; <c>flow</c>.</param>
/// <param name="Ends">How it ended; an outcome that did not happen is missing.</param>
/// <param name="Repeats">How often an answer was not the last word and the request was sent again, by that answer.</param>
/// <param name="Series">The same by the second.</param>
internal sealed record StepRecord(string Name, IReadOnlyList<EndsRecord> Ends, IReadOnlyDictionary<string, int> Repeats, SeriesRecord Series)
{
    /// <summary>How many ended in one of these ways.</summary>
    public long Count(params ReadOnlySpan<Outcome> outcomes)
    {
        long count = 0;
        foreach (var ends in Ends)
        {
            if (outcomes.Contains(ends.Outcome)) count += ends.Actual.Count;
        }

        return count;
    }

    /// <summary>Those that ended in one way; null when none did.</summary>
    public EndsRecord? Of(Outcome outcome) => Ends.FirstOrDefault(ends => ends.Outcome == outcome);
}

/// <summary>Everything that ended in one way.</summary>
/// <param name="Outcome">The way.</param>
/// <param name="Codes">How often which code came with it.</param>
/// <param name="Intended">From when it was meant to be sent: for a flow and its first step when the flow was due, for the other steps when they were sent.</param>
/// <param name="Actual">From when it was sent.</param>
internal sealed record EndsRecord(Outcome Outcome, IReadOnlyDictionary<string, int> Codes, HistogramRecord Intended, HistogramRecord Actual);

/// <summary>What happened second by second, a column each; times are from the intended start, of the ok ones that ended in the second, 0 when there were none.</summary>
/// <param name="Started">Began in the second.</param>
/// <param name="InFlight">Going on at its end.</param>
/// <param name="Ok">Ended ok in it; the others likewise.</param>
/// <param name="Refused">Ended refused.</param>
/// <param name="Shed">Ended shed.</param>
/// <param name="ClientError">Ended in a client error.</param>
/// <param name="TimeOut">Ended in a time-out.</param>
/// <param name="Fault">Ended in a fault.</param>
/// <param name="Left">Left; of flows alone.</param>
/// <param name="P50">What half did not exceed.</param>
/// <param name="P99">What 99 of 100 did not exceed.</param>
/// <param name="Max">The longest.</param>
internal sealed record SeriesRecord(
    IReadOnlyList<int> Started, IReadOnlyList<int> InFlight, IReadOnlyList<int> Ok, IReadOnlyList<int> Refused, IReadOnlyList<int> Shed,
    IReadOnlyList<int> ClientError, IReadOnlyList<int> TimeOut, IReadOnlyList<int> Fault, IReadOnlyList<int> Left,
    IReadOnlyList<long> P50, IReadOnlyList<long> P99, IReadOnlyList<long> Max);

/// <summary>The quantities of Little's law: flows in flight, flows a second, seconds; and flows in flight while some were still being started.</summary>
internal sealed record LittleRecord(double InFlight, double Throughput, double Duration, double InFlightWhileStarting);

/// <summary>Connections that were asked for, the seconds they were waited for in all, and the seconds those that were given back had been lent (0 in a record from before that was kept).</summary>
internal sealed record WaitRecord(long Count, double Seconds, double UseSeconds = 0)
{
    /// <summary>What came to it since an earlier reading of the same process.</summary>
    public WaitRecord Since(WaitRecord before) => new(Count - before.Count, Math.Round(Seconds - before.Seconds, 6), Math.Round(UseSeconds - before.UseSeconds, 6));
}

/// <summary>Answers that a replica kept: how often one was found in its memory and in Redis and how often not, what it wrote to Redis, and what its memory holds in the end.</summary>
internal sealed record KeptRecord(long Hits, long Misses, long SharedHits, long SharedMisses, long SharedWrittenBytes, long Entries, long Bytes)
{
    /// <summary>What came to it since an earlier reading of the same process.</summary>
    public KeptRecord Since(KeptRecord? before) => before is null ? this : this with
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
        $"{Hits} of {Hits + Misses} looked-for answers were in memory{Share(Hits, Misses)}, {SharedHits} of {SharedHits + SharedMisses} in Redis{Share(SharedHits, SharedMisses)}; {SharedWrittenBytes / 1e6:0.00} MB written there; memory holds {Entries} of {Bytes / 1e6:0.00} MB");

    private static string Share(long hits, long misses) => hits + misses == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({100.0 * hits / (hits + misses):0.0} %)");
}

/// <summary>A process of the system that was frozen, from when until when, in seconds from the first flow.</summary>
internal sealed record DisturbanceRecord(string Process, double From, double To);

/// <summary>Reservations the shop acknowledged, their seats, and reservations whose outcome nobody told.</summary>
internal sealed record SalesRecord(int Acknowledged, int Seats, int Unknown);

/// <summary>Posts, likes and comments the shop acknowledged, and those whose outcome nobody told.</summary>
internal sealed record WrittenRecord(int Acknowledged, int Unknown);

/// <summary>How a replica was at one moment. Counts are since it started.</summary>
/// <param name="At">When, in seconds from the first flow.</param>
/// <param name="HeapMegabytes">Its managed heap, in MB.</param>
/// <param name="Collections">Garbage collections, of all generations.</param>
/// <param name="FullCollections">Those of them that looked at the whole heap.</param>
/// <param name="PauseMilliseconds">For how long collections stopped it in all.</param>
/// <param name="Threads">Threads of its pool.</param>
/// <param name="WorkWaiting">What waits for one of them.</param>
/// <param name="NoticesWaiting">Notices that wait in its memory to be pushed.</param>
/// <param name="Pushes">Pushes it has tried.</param>
internal sealed record SampleRecord(double At, double HeapMegabytes, long Collections, long FullCollections, double PauseMilliseconds, int Threads, long WorkWaiting, long NoticesWaiting, long Pushes);

/// <summary>What became of the notices of fans who signed in with a device.</summary>
/// <param name="Devices">Such fans.</param>
/// <param name="Made">Notices made for them since.</param>
/// <param name="Pushed">Those that the push partner took.</param>
/// <param name="MissingAt">Devices to which fewer came than were made.</param>
/// <param name="TwiceAt">Devices to which more came than were made.</param>
/// <param name="Seconds">How long after the load the last of them came, in seconds.</param>
/// <param name="MayBeLost">Whether the system was run in a way that may lose some.</param>
internal sealed record NoticesRecord(int Devices, int Made, int Pushed, int MissingAt, int TwiceAt, double Seconds, bool MayBeLost)
{
    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{Made} made for {Devices} fans with a device, {Pushed} of them pushed, {Made - Pushed} lost, {TwiceAt} devices had more than were made; the last one came {Seconds:0.0} s after the load");
}

/// <summary>One thing that must be true after a run, and where it isn't.</summary>
internal sealed record FindingRecord(string Sentence, IReadOnlyList<string> Differences);
