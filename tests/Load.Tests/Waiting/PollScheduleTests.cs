using Dugout.Load.Waiting;
using Xunit;

namespace Dugout.Load.Tests.Waiting;

public sealed class PollScheduleTests
{
    private const int Seed = 7;
    private const int Fans = 200;

    [Theory]
    [InlineData(0, 1)]
    [InlineData(50, 5)]
    [InlineData(10_000, 20)]
    public void A_fan_polls_after_the_pauses_of_the_page(int left, int pause)
    {
        var polls = Taken(new PollSchedule(Fans, TimeSpan.FromSeconds(left), Seed), TimeSpan.FromSeconds(50 * pause));

        Assert.Equal(polls.Select(poll => poll.Due).Order(), polls.Select(poll => poll.Due));
        var byFan = polls.GroupBy(poll => poll.Fan, poll => poll.Due.TotalSeconds).ToDictionary(fan => fan.Key, fan => fan.ToList());
        Assert.Equal(Fans, byFan.Count);
        Assert.All(byFan.Values, due => Assert.InRange(due[0], 0, 1.3 * pause));
        List<double> pauses = [.. byFan.Values.SelectMany(due => due.Skip(1).Zip(due, (later, earlier) => later - earlier))];
        Assert.All(pauses, one => Assert.InRange(one, (0.7 * pause) - 1e-6, (1.3 * pause) + 1e-6));
        Assert.InRange(pauses.Average(), 0.98 * pause, 1.02 * pause);
        // The fans don't poll together: no tenth of the first pause has a quarter of the first polls.
        Assert.All(byFan.Values.Select(due => due[0]).GroupBy(due => (int)(10 * due / pause)), some => Assert.InRange(some.Count(), 1, Fans / 4));
    }

    [Fact]
    public void Nothing_is_taken_before_it_is_due()
    {
        var first = new PollSchedule(Fans, TimeSpan.Zero, Seed).Take(TimeSpan.MaxValue)!.Value;
        var schedule = new PollSchedule(Fans, TimeSpan.Zero, Seed);

        Assert.Null(schedule.Take(first.Due - TimeSpan.FromTicks(1)));
        Assert.Equal(first, schedule.Take(first.Due));
    }

    [Fact]
    public void The_polls_follow_from_the_seed_whenever_they_are_taken()
    {
        var (late, intime) = (new PollSchedule(Fans, TimeSpan.Zero, Seed), new PollSchedule(Fans, TimeSpan.Zero, Seed));
        List<(int, TimeSpan)> steps = [];
        for (var now = TimeSpan.Zero; now <= TimeSpan.FromSeconds(5); now += TimeSpan.FromMilliseconds(100)) steps.AddRange(Taken(intime, now));

        Assert.Equal(Taken(late, TimeSpan.FromSeconds(5)), steps);
        Assert.NotEqual(Taken(new(Fans, TimeSpan.Zero, Seed + 1), TimeSpan.FromSeconds(5)), steps);
    }

    /// <summary>All polls that are due by a time.</summary>
    internal static List<(int Fan, TimeSpan Due)> Taken(PollSchedule schedule, TimeSpan now)
    {
        List<(int, TimeSpan)> taken = [];
        while (schedule.Take(now) is { } poll) taken.Add(poll);
        return taken;
    }
}
