using System.Text.Json.Serialization;
using Dugout.Load.Client;

namespace Dugout.Load.Results;

/// <summary>
/// Starts by the second in which they were due; all empty in a closed load and where unknown. Due is started plus dropped; late is a start more than 1 ms after it was due.
/// </summary>
/// <param name="Due">Iterations that should have started.</param>
/// <param name="Started">Those that started.</param>
/// <param name="Late">Those that started more than 1 ms late.</param>
/// <param name="Dropped">Those that did not start, because too many were in flight or the run was stopped.</param>
/// <param name="LatestMicroseconds">The longest delay of a start after it was due, in µs.</param>
internal sealed record SendsRecord(IReadOnlyList<int> Due, IReadOnlyList<int> Started, IReadOnlyList<int> Late, IReadOnlyList<int> Dropped, double LatestMicroseconds)
{
    /// <summary>From this share of late starts on, the p99 contains delays of the generator.</summary>
    private const double ManyLate = 0.01;

    /// <summary>How late the generator was, and what that means for the figures, in words; null where it was not, or is unknown.</summary>
    [JsonIgnore]
    public string? Lateness => Due.Sum() is var due and > 0 && Late.Sum() is var late && late >= ManyLate * due
        ? FormattableString.Invariant($"{late} of {due} iterations ({100.0 * late / due:0.0} %) started more than 1 ms late, at most {LatestMicroseconds / 1e3:0.0} ms. The latency contains these delays of the generator.")
        : null;
}

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
    IReadOnlyList<long> P50, IReadOnlyList<long> P99, IReadOnlyList<long> Max)
{
    /// <summary>The p95; null in a record older than this field.</summary>
    public IReadOnlyList<long>? P95 { get; init; }

    /// <summary>The number that ended in the first seconds, whatever their outcome.</summary>
    public long EndedWithin(int seconds) => ((IReadOnlyList<int>[])[Ok, Rejected, Shed, ClientError, TimeOut, Fault, Left]).Sum(outcome => outcome.Take(seconds).Sum(count => (long)count));
}

/// <summary>The quantities of Little's law: iterations in flight, iterations per second, seconds; and iterations in flight while some were still being started.</summary>
internal sealed record LittleRecord(double InFlight, double Throughput, double Duration, double InFlightWhileStarting);
