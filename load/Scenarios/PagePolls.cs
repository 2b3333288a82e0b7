using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>How often the waiting page reads the public document: the less often, the farther away the turn is. The page's script has the same constants.</summary>
internal static class PagePolls
{
    /// <summary>The pause right before the turn.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    /// <summary>The pause far from it.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(20);

    /// <summary>A time until the turn from which on the pause is the longest.</summary>
    public static readonly TimeSpan Far = Longest * LooksOnTheWay;

    /// <summary>How often the page would read during the time left, if that stayed the same.</summary>
    public const int LooksOnTheWay = 10;

    /// <summary>When the first fans look after the opening: a look before the draw is made and known would only be repeated.</summary>
    public static readonly TimeSpan FirstLook = TimeSpan.FromSeconds(1);

    /// <summary>The time over which the first looks after the opening are spread, so that they are no storm.</summary>
    public static readonly TimeSpan FirstLooks = TimeSpan.FromSeconds(4);

    /// <summary>By how much each pause differs at random, so that fans who came together do not ask together.</summary>
    private const double Spread = 0.3;

    /// <summary>The pause before the next read. Before the opening only the opening matters: no look falls into the last moments, and the first one after it has a random time.</summary>
    /// <param name="room">The public document.</param>
    /// <param name="ahead">Fans ahead; null before the draw.</param>
    /// <param name="untilOpening">The time until the opening.</param>
    /// <param name="random">The source of the difference.</param>
    public static TimeSpan Pause(WaitingRoom room, int? ahead, TimeSpan untilOpening, Random random)
    {
        if (ahead is not null || untilOpening <= TimeSpan.Zero) return Pause(Left(room, ahead), random);
        var usual = Pause(Far, random);
        return usual < untilOpening ? usual : untilOpening + FirstLook + (FirstLooks * random.NextDouble());
    }

    /// <summary>The pause before the next read of a fan whose turn is to come.</summary>
    /// <param name="left">The predicted time until the turn.</param>
    /// <param name="random">The source of the difference.</param>
    public static TimeSpan Pause(TimeSpan left, Random random) => MeanPause(left) * (1 - Spread + (2 * Spread * random.NextDouble()));

    /// <summary>The mean of these pauses.</summary>
    public static TimeSpan MeanPause(TimeSpan left) => TimeSpan.FromSeconds(Math.Clamp(left.TotalSeconds / LooksOnTheWay, Shortest.TotalSeconds, Longest.TotalSeconds));

    /// <summary>The time until a fan's turn, as the page predicts it.</summary>
    private static TimeSpan Left(WaitingRoom room, int? ahead) =>
        ahead is not { } count || room.State is "before" or "draw" ? TimeSpan.Zero
        : room.Rate > 0 ? TimeSpan.FromSeconds(Math.Max(0, count) / room.Rate)
        : Far;
}
