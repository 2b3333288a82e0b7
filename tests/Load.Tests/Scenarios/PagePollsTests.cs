using Dugout.Load.Client;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

/// <summary>How often a fan in a waiting room reads the public document.</summary>
public sealed class PagePollsTests
{
    private static readonly WaitingRoom Before = new("before", 0, 0, 0, null, null);

    private static readonly WaitingRoom Open = Before with { State = "open", Rate = 10, Seed = "public" };

    [Theory]
    [InlineData(3_600, 14, 26)]
    [InlineData(27, 14, 26)]
    [InlineData(13, 14, 18)] // a second to five after the opening
    [InlineData(0.5, 1.5, 5.5)]
    public void Before_the_opening_a_fan_reads_each_twenty_seconds_and_once_soon_after_it(double untilOpening, double from, double to)
    {
        var pauses = Pauses(Before, ahead: null, untilOpening);

        Assert.All(pauses, pause => Assert.InRange(pause, from, to));
        // Spread over all of that time, so that they are no storm.
        Assert.All(Enumerable.Range(0, 4), quarter => Assert.InRange(pauses.Count(pause => (int)(4 * (pause - from) / (to - from)) == quarter), 150, 350));
    }

    [Fact]
    public void No_read_falls_into_the_moments_around_the_opening()
    {
        var pauses = Pauses(Before, ahead: null, untilOpening: 20);

        Assert.DoesNotContain(pauses, pause => pause is >= 20 and < 21);
        Assert.Contains(pauses, pause => pause < 20);
        Assert.Contains(pauses, pause => pause > 21);
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(100, 1)]
    [InlineData(500, 5)]
    [InlineData(100_000, 20)]
    public void After_it_the_fewer_are_ahead_the_more_often_a_fan_reads(int ahead, double mean) =>
        Assert.All(Pauses(Open, ahead, untilOpening: -1), pause => Assert.InRange(pause, 0.7 * mean, 1.3 * mean));

    [Fact]
    public void The_page_has_the_same_constants()
    {
        var script = File.ReadAllText(Path.Combine(Circumstances.Checkout, "src/Web/wwwroot/js/pages/waiting-room.js"));

        Assert.Equal((1, 20, 10, 1, 4), (PagePolls.Shortest.TotalSeconds, PagePolls.Longest.TotalSeconds, PagePolls.LooksOnTheWay, PagePolls.FirstLook.TotalSeconds, PagePolls.FirstLooks.TotalSeconds));
        Assert.Contains("shortest = second, longest = 20 * second, looksOnTheWay = 10, spread = 0.3, firstLook = second, firstLooks = 4 * second", script, StringComparison.Ordinal);
    }

    private static double[] Pauses(WaitingRoom room, int? ahead, double untilOpening)
    {
        var random = new Random(7);
        return [.. Enumerable.Range(0, 1_000).Select(_ => PagePolls.Pause(room, ahead, TimeSpan.FromSeconds(untilOpening), random).TotalSeconds)];
    }
}
