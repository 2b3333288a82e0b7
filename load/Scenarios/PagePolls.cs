using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>How often the waiting page reads the public document: the less often, the farther away the turn is. The page's script has the same constants.</summary>
internal static class PagePolls
{
    /// <summary>The pause right before the turn.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    /// <summary>The pause far from it.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    /// <summary>How often the page would read during the time left, if that stayed the same.</summary>
    public const int LooksOnTheWay = 10;

    /// <summary>By how much each pause differs at random, so that fans who came together do not ask together.</summary>
    private const double Spread = 0.3;

    /// <summary>The time until a fan's turn, as the page predicts it.</summary>
    /// <param name="room">The public document.</param>
    /// <param name="ahead">Fans ahead; null before the draw.</param>
    /// <param name="untilOpening">The time until the opening.</param>
    public static TimeSpan Left(WaitingRoom room, int? ahead, TimeSpan untilOpening) =>
        ahead is not { } count ? untilOpening
        : room.Rate > 0 ? TimeSpan.FromSeconds(Math.Max(0, count) / room.Rate)
        : room.State is "before" or "draw" ? TimeSpan.Zero
        : Longest * LooksOnTheWay;

    /// <summary>The pause before the next read.</summary>
    /// <param name="left">The predicted time until the turn.</param>
    /// <param name="random">The source of the difference.</param>
    public static TimeSpan Pause(TimeSpan left, Random random) => MeanPause(left) * (1 - Spread + (2 * Spread * random.NextDouble()));

    /// <summary>The mean of these pauses.</summary>
    public static TimeSpan MeanPause(TimeSpan left) => TimeSpan.FromSeconds(Math.Clamp(left.TotalSeconds / LooksOnTheWay, Shortest.TotalSeconds, Longest.TotalSeconds));
}
