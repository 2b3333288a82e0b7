using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>A process of the system that was frozen, with begin and end in seconds from the first iteration; where both are equal, it was killed then.</summary>
internal sealed record DisturbanceRecord(string Process, double From, double To);

/// <summary>Requests that failed or were shed, also those that were retried.</summary>
/// <param name="From">When the first of them was sent, in seconds from the first iteration.</param>
/// <param name="To">When the last response to one of them came, or none came in time, in seconds from the first iteration.</param>
/// <param name="Reads">How many of them read.</param>
/// <param name="ByCode">Their number by class and code: <c>shed busy</c>, <c>failed timeout</c>.</param>
internal sealed record FailedRequestsRecord(double From, double To, int Reads, IReadOnlyDictionary<string, int> ByCode);

/// <summary>Acknowledged reservations, their seats, and reservations with an unknown outcome.</summary>
internal sealed record SalesRecord(int Acknowledged, int Seats, int Unknown);

/// <summary>Acknowledged posts, likes and comments, and those with an unknown outcome.</summary>
internal sealed record WrittenRecord(int Acknowledged, int Unknown);

/// <summary>One thing that must be true after a run, and its violations.</summary>
internal sealed record FindingRecord(string Sentence, IReadOnlyList<string> Differences)
{
    /// <summary>Whether the check passed.</summary>
    [JsonIgnore]
    public bool Passed => Differences.Count == 0;
}
