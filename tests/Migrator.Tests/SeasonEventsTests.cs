using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class SeasonEventsTests
{
    private static readonly DateTime Today = new(2027, 4, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly IReadOnlyList<SeasonEvents.Event> Events = SeasonEvents.Of(Today);

    [Fact]
    public void Each_district_has_one_event_of_each_category()
    {
        Assert.Equal((48, 8, 6), (Events.Count, Events.Select(one => one.District).Distinct().Count(), Events.Select(one => one.Category).Distinct().Count()));
        Assert.Distinct(Events.Select(one => (one.District, one.Category)));
        Assert.Equal(Enumerable.Range(1, 48).Select(id => (long)id), Events.Select(one => one.Id));
    }

    [Fact]
    public void All_but_the_first_two_take_applications_today()
    {
        var noon = Today.AddHours(12);

        Assert.True(Events[0].OpensAt > noon);
        Assert.True(Events[1].ClosesAt < noon);
        Assert.All(Events.Skip(2), one => Assert.True(one.OpensAt <= noon && one.ClosesAt > noon));
        Assert.All(Events, one => Assert.True(one.OpensAt < one.ClosesAt && one.ClosesAt <= one.StartsAt && one.Places > 0));
    }

    [Fact]
    public void A_quarter_of_them_put_nobody_in_line() => Assert.Equal(12, Events.Count(one => !one.HasWaitingList));
}
