
namespace Dugout.Features.Rankings;

/// <summary>The time span of a ranking, ending at the count. It moves with the clock.</summary>
/// <param name="Name">The name used by clients.</param>
/// <param name="Length">Length of the window.</param>
public sealed record RankingWindow(string Name, TimeSpan Length)
{
    /// <summary>All windows.</summary>
    public static IReadOnlyList<RankingWindow> All { get; } =
        [new("day", TimeSpan.FromDays(1)), new("week", TimeSpan.FromDays(7)), new("month", TimeSpan.FromDays(30))];

    /// <summary>The window with a name; null if there is none.</summary>
    public static RankingWindow? Of(string? name) => All.FirstOrDefault(window => window.Name == name);
}

/// <summary>Marks a request member that is the name of a window.</summary>
[AttributeUsage(AttributeTargets.Parameter)]
internal sealed class WindowNameAttribute() : ChoiceAttribute(RankingWindow.All.Select(window => window.Name));
