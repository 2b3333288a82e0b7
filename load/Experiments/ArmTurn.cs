using System.Text.Json.Serialization;
using Dugout.Load.Results;

namespace Dugout.Load.Experiments;

/// <summary>What one arm did in one block, as it stands in the record.</summary>
internal sealed record ArmTurn
{
    /// <summary>The arm.</summary>
    public required string Arm { get; init; }

    /// <summary>Whether its arm is a negative control, see <see cref="Experiments.Arm.IsControl"/>.</summary>
    public bool IsControl { get; init; }

    /// <summary>The block, from 1.</summary>
    public required int Block { get; init; }

    /// <summary>Its place in the block, from 1.</summary>
    public required int Place { get; init; }

    /// <summary>The folder with the whole record of the run, from the folder of the experiment's own.</summary>
    public required string Record { get; init; }

    /// <summary>How many rows the main tables had before anything was pushed at the turn's system, by table; empty in a record from before they were counted.</summary>
    public IReadOnlyDictionary<string, long> RowsBefore { get; init; } = new Dictionary<string, long>();

    /// <summary>The engine and version of the turn's database; null in a record from before it was kept, which was MariaDB.</summary>
    public string? Engine { get; init; }

    /// <summary>How long was measured, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Requests answered as they should be.</summary>
    public required long Ok { get; init; }

    /// <summary>Requests that a rule of the shop refused.</summary>
    public required long Refused { get; init; }

    /// <summary>Requests that were shed: too much to do.</summary>
    public required long Shed { get; init; }

    /// <summary>All others.</summary>
    public required long Failed { get; init; }

    /// <summary>The time that half of the ok answers did not exceed, in ms; from the intended time of sending where the load is open.</summary>
    public required double P50 { get; init; }

    /// <summary>The same for 95 of 100; a record from before it was kept says 0.</summary>
    public double P95 { get; init; }

    /// <summary>The same for 99 of 100.</summary>
    public required double P99 { get; init; }

    /// <summary>The same from when the request was really sent. In a closed load the two are one; a record from before it was kept says 0.</summary>
    public double SentP99 { get; init; }

    /// <summary>CPU of every process while it was measured, in µs; <c>load</c> is the generator.</summary>
    public required IReadOnlyDictionary<string, double> CpuMicroseconds { get; init; }

    /// <summary>How many requests of the turn each API replica answered, by its name; empty in a record from before they were counted.</summary>
    public IReadOnlyDictionary<string, long> Answered { get; init; } = new Dictionary<string, long>();

    /// <summary>SQL statements of clients, on all servers, while it was measured.</summary>
    public required double Statements { get; init; }

    /// <summary>Those of them on the primary; 0 in a record from before it was kept.</summary>
    public double PrimaryStatements { get; init; }

    /// <summary>Rows that all SQL servers read while it was measured; 0 in a record from before it was kept.</summary>
    public double RowsRead { get; init; }

    /// <summary>Ok answers a second in the last fifth of the turn by those in the first; 0 where it was too short, and in a record from before it was kept.</summary>
    public double EndByBeginning { get; init; }

    /// <summary>
    /// Flows that ended ok, a second, after the turn's peak by those of the peak, see <see cref="PeakDecay"/>; 0 where fans had no devices, and in a record from before it was
    /// kept.
    /// </summary>
    public double AfterPeak { get; init; }

    /// <summary>Whether the load kept going; null where it need not or was too short, and in a record from before it was looked at.</summary>
    public SteadyRecord? Steady { get; init; }

    /// <summary>What became of notices; null where none were followed.</summary>
    public NoticesRecord? Notices { get; init; }

    /// <summary>The most notices that waited in a replica's memory to be pushed; 0 where nobody looked.</summary>
    public long MostNoticesWaiting { get; init; }

    /// <summary>The largest managed heap of a replica, in MB; 0 where nobody looked.</summary>
    public double MostHeapMegabytes { get; init; }

    /// <summary>How long the API replicas waited for database connections while it was measured, in seconds in all; 0 in a record from before it was kept.</summary>
    public double WaitSeconds { get; init; }

    /// <summary>How long they had connections, in seconds in all; 0 in a record from before it was kept.</summary>
    public double UseSeconds { get; init; }

    /// <summary>How many answers the API replicas found in their memory while it was measured; 0 in a record from before it was kept.</summary>
    public long Found { get; init; }

    /// <summary>How many they looked for there; 0 as above.</summary>
    public long LookedFor { get; init; }

    /// <summary>What kept the turn from going faster, in a sentence; null in a record from before it was kept.</summary>
    public string? Limit { get; init; }

    /// <summary>What the turn can't show on this machine; null where it shows what its arm says.</summary>
    public string? Caveat { get; init; }

    /// <summary>What the door complained of meanwhile; null for nothing.</summary>
    public string? Complaint { get; init; }

    /// <summary>Why the figures can't be trusted; null when they can.</summary>
    public required string? Void { get; init; }

    /// <summary>What the balance sheet found wrong after the turn, and answers that said something else than was asked for; empty when all holds.</summary>
    public required IReadOnlyList<string> Wrong { get; init; }

    /// <summary>Whether that condemns the experiment: something is wrong that isn't there to be caught.</summary>
    [JsonIgnore]
    public bool IsIncorrect => Wrong.Count > 0 && !IsControl;
}
