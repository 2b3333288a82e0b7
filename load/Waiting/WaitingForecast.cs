using Dugout.Load.Scenarios;

namespace Dugout.Load.Waiting;

/// <summary>
/// What a crowd larger than the measured ones would cost the gateway, if cost stays linear. The fans stand in one line: the next to be admitted poll most often, and the line moves up, so the mix
/// of pauses stays the same until the seats are sold.
/// </summary>
/// <param name="Cost">The measured cost.</param>
/// <param name="KilobytesAFan">Memory of the gateway for a fan.</param>
/// <param name="AdmittedASecond">Fans admitted per second.</param>
internal sealed record WaitingForecast(CostFit Cost, double KilobytesAFan, int AdmittedASecond)
{
    /// <summary>The greatest crowd that is looked at.</summary>
    private const double Most = 1e9;
    private const double Core = 1e6;

    private static readonly double Shortest = PagePolls.Shortest.TotalSeconds;
    private static readonly double Longest = PagePolls.Longest.TotalSeconds;

    /// <summary>The goal for the CPU time of a fan in the line, in µs per second.</summary>
    public static double Goal => 3;

    /// <summary>Polls per second of all fans in a line: a fan with k others ahead waits k / rate, and the pause follows from that.</summary>
    /// <param name="fans">Number of fans.</param>
    public double PollsASecond(double fans)
    {
        double aPause = AdmittedASecond * PagePolls.LooksOnTheWay;
        var (near, far) = (aPause * Shortest, aPause * Longest);
        return (Math.Min(fans, near) / Shortest) + (aPause * Math.Log(Math.Clamp(fans, near, far) / near)) + (Math.Max(0, fans - far) / Longest);
    }

    /// <summary>Cores that the gateway needs for fans in a line.</summary>
    public double Cores(double fans) => Cost.MicrosecondsASecond(fans, PollsASecond(fans)) / Core;

    /// <summary>Polls per second in the first seconds after the opening, when all fans look once.</summary>
    public static double PollsAtTheOpening(double fans) => fans / PagePolls.FirstLooks.TotalSeconds;

    /// <summary>Cores that it needs then.</summary>
    public double CoresAtTheOpening(double fans) => Cost.MicrosecondsASecond(fans, PollsAtTheOpening(fans)) / Core;

    /// <summary>CPU time of a fan in a line, in µs per second.</summary>
    public double MicrosecondsAFan(double fans) => Cores(fans) * Core / fans;

    /// <summary>Memory in GB.</summary>
    public double Gigabytes(double fans) => fans * KilobytesAFan / 1e6;

    /// <summary>The longest line that one core can serve.</summary>
    public double FansOfACore()
    {
        var (below, above) = (0.0, 1.0);
        while (above < Most && Cores(above) < 1) above *= 2;
        while (above - below > 0.5)
        {
            var middle = (below + above) / 2;
            if (Cores(middle) < 1) below = middle;
            else above = middle;
        }

        return Math.Floor(above);
    }
}
