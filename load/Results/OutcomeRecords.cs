namespace Dugout.Load.Results;

/// <summary>A process of the system that was frozen, with begin and end in seconds from the first iteration.</summary>
internal sealed record DisturbanceRecord(string Process, double From, double To);

/// <summary>Acknowledged reservations, their seats, and reservations with an unknown outcome.</summary>
internal sealed record SalesRecord(int Acknowledged, int Seats, int Unknown);

/// <summary>Acknowledged posts, likes and comments, and those with an unknown outcome.</summary>
internal sealed record WrittenRecord(int Acknowledged, int Unknown);

/// <summary>One thing that must be true after a run, and its violations.</summary>
internal sealed record FindingRecord(string Sentence, IReadOnlyList<string> Differences);
