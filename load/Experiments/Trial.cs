using System.Text.Json.Serialization;
using Dugout.Load.Results;

namespace Dugout.Load.Experiments;

/// <summary>The result of one variant in one block, as stored in the record.</summary>
internal sealed record Trial
{
    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>Whether its variant is a negative control, see <see cref="Experiments.Variant.IsNegativeControl"/>.</summary>
    public bool IsNegativeControl { get; init; }

    /// <summary>The block, from 1.</summary>
    public required int Block { get; init; }

    /// <summary>Its position in the block, from 1.</summary>
    public required int Position { get; init; }

    /// <summary>The folder with the whole record of the run, relative to the experiment's folder.</summary>
    public required string Record { get; init; }

    /// <summary>The row counts of the main tables before the load of the trial, by table; empty in a record older than this field.</summary>
    public IReadOnlyDictionary<string, long> RowsBefore { get; init; } = new Dictionary<string, long>();

    /// <summary>The engine and version of the trial's database; null in a record older than this field, whose engine was MariaDB.</summary>
    public string? Engine { get; init; }

    /// <summary>The length of the measurement, in seconds: from the first start to the end of the last iteration.</summary>
    public required double Seconds { get; init; }

    /// <summary>The load window, in seconds: how long iterations were started. Rates are over it. A record older than this field has it in its load.</summary>
    public int LoadSeconds { get; init; }

    /// <summary>Requests with a correct response.</summary>
    public required long Ok { get; init; }

    /// <summary>Those of them that ended after the load window, and are in no rate; null in a record older than this field, whose rates include
    /// them: at most one iteration of each caller.</summary>
    public long? OkAfterLoad { get; init; }

    /// <summary>Requests that a rule of the shop rejected.</summary>
    public required long Rejected { get; init; }

    /// <summary>Requests that were shed because of overload.</summary>
    public required long Shed { get; init; }

    /// <summary>All other requests.</summary>
    public required long Failed { get; init; }

    /// <summary>The p50 of the ok responses, in ms; from the intended time of sending where the load is open.</summary>
    public required double P50 { get; init; }

    /// <summary>Their p95, in ms; 0 in a record older than this field.</summary>
    public double P95 { get; init; }

    /// <summary>Their p99, in ms.</summary>
    public required double P99 { get; init; }

    /// <summary>Their p99 from the actual time of sending, in ms. In a closed load the two are equal; 0 in a record older than this field.</summary>
    public double SentP99 { get; init; }

    /// <summary>CPU of every process during the measurement, in µs; <c>load</c> is the generator.</summary>
    public required IReadOnlyDictionary<string, double> CpuMicroseconds { get; init; }

    /// <summary>The number of requests of the trial with a response from each API replica, by its name; empty in a record older than this field.</summary>
    public IReadOnlyDictionary<string, long> ResponsesByReplica { get; init; } = new Dictionary<string, long>();

    /// <summary>SQL statements of clients, on all servers, during the measurement.</summary>
    public required double Statements { get; init; }

    /// <summary>Those of them on the primary; 0 in a record older than this field.</summary>
    public double PrimaryStatements { get; init; }

    /// <summary>Rows that all SQL servers read during the measurement; 0 in a record older than this field.</summary>
    public double RowsRead { get; init; }

    /// <summary>Ok responses per second in the last fifth of the trial divided by those in the first; 0 where it was too short, and in a record older than this
    /// field.</summary>
    public double SustainedThroughput { get; init; }

    /// <summary>
    /// Iterations that ended ok per second after the trial's peak, divided by those of the peak, see <see cref="PeakDecay"/>; 0 where fans had no devices, and in a record
    /// older than this field.
    /// </summary>
    public double AfterPeak { get; init; }

    /// <summary>Whether the load stayed steady; null where that is not required or it was too short, and in a record older than this field.</summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>The delivery of notices; null where notices were not tracked.</summary>
    public NoticesRecord? Notices { get; init; }

    /// <summary>The maximum number of notices that waited in a replica's memory to be pushed; 0 where it was not sampled.</summary>
    public long MostNoticesWaiting { get; init; }

    /// <summary>The largest managed heap of a replica, in MB; 0 where it was not sampled.</summary>
    public double MostHeapMegabytes { get; init; }

    /// <summary>The total wait of the API replicas for database connections during the measurement, in seconds; 0 in a record older than this field.</summary>
    public double WaitSeconds { get; init; }

    /// <summary>The total time they used connections, in seconds; 0 in a record older than this field.</summary>
    public double UseSeconds { get; init; }

    /// <summary>The number of response cache hits in the API replicas' memory during the measurement; 0 in a record older than this field.</summary>
    public long CacheHits { get; init; }

    /// <summary>The number of lookups there; 0 as above.</summary>
    public long CacheLookups { get; init; }

    /// <summary>What limited the speed of the trial, in a sentence; null in a record older than this field.</summary>
    public string? Limit { get; init; }

    /// <summary>What the trial cannot show on this machine; null where it matches its variant.</summary>
    public string? Caveat { get; init; }

    /// <summary>The errors the proxy logged meanwhile; null for none.</summary>
    public string? ProxyErrors { get; init; }

    /// <summary>Why the figures are not valid; null when they are.</summary>
    public required string? Void { get; init; }

    /// <summary>The failures of the consistency check after the trial, and failed response checks; empty when all passed.</summary>
    public required IReadOnlyList<string> Violations { get; init; }

    /// <summary>Whether that invalidates the experiment: there are failures, and the variant is not a negative control.</summary>
    [JsonIgnore]
    public bool IsIncorrect => Violations.Count > 0 && !IsNegativeControl;
}
