namespace Dugout.Features.Rankings;

/// <summary>How far back a ranking looks from the moment it is counted. It moves with the clock: what was in it falls out by itself.</summary>
/// <param name="Name">What clients call it.</param>
/// <param name="Length">How far back.</param>
public sealed record RankingWindow(string Name, TimeSpan Length)
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<RankingWindow> All { get; } =
        [new("day", TimeSpan.FromDays(1)), new("week", TimeSpan.FromDays(7)), new("month", TimeSpan.FromDays(30))];

    /// <summary>The one of a name; null where there is none.</summary>
    public static RankingWindow? Of(string? name) => All.FirstOrDefault(window => window.Name == name);
}
