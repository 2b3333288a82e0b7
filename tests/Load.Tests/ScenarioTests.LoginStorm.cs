using Dugout.Load.Checks;
using Dugout.Load.Client;
using Xunit;

namespace Dugout.Load.Tests;

/// <content>Login storms.</content>
public sealed partial class ScenarioTests
{
    [Fact]
    public async Task A_login_storm_signs_in_and_does_nothing_else_with_the_last_accounts()
    {
        var emails = new System.Collections.Concurrent.ConcurrentBag<long>();
        _shop.SignedIn = emails.Add;

        var record = await RunAsync("login-storm");

        Assert.Equal("1 sign in", Assert.Single(record.Steps).Name);
        Assert.Equal(10, record.Iterations.Count(Outcome.Ok));
        Assert.Equal(["1 sign in", "2 teams"], _shop.Requests.Keys.Order()); // it knocks at the teams
        Assert.All(emails, account => Assert.InRange(account, 998, 1_000));
    }

    [Fact]
    public async Task Fans_of_a_login_storm_come_one_after_the_other_each_with_a_device_that_hears_the_notices()
    {
        var emails = new System.Collections.Concurrent.ConcurrentBag<long>();
        _shop.SignedIn = emails.Add;
        _shop.HasPushPartner = true;

        var record = await RunAsync("login-storm");

        Assert.Equal(["load:fan1000@dugout.test", "load:fan998@dugout.test", "load:fan999@dugout.test"], _shop.DeviceTokens.Values.Order(StringComparer.Ordinal));
        // Ten iterations by three fans, one of whom signs in before the measurement.
        Assert.All(emails.GroupBy(fan => fan), fan => Assert.InRange(fan.Count(), 3, 5));
        Assert.Equal((3, 6, 6, 0, 0), (record.Notices!.Devices, record.Notices.Made, record.Notices.Pushed, record.Notices.MissingAt, record.Notices.TwiceAt));
        Assert.Contains(record.Findings, finding => finding.Sentence == NoticeConsistency.EachIsPushed && finding.Differences.Count == 0);
        Assert.Empty(record.Samples!);
        Assert.Null(record.Steady);
        Assert.Empty(_shop.PushTold);
    }

    [Fact]
    public async Task A_login_storm_of_one_fan_is_one_fans_with_one_device()
    {
        var emails = new System.Collections.Concurrent.ConcurrentBag<long>();
        _shop.SignedIn = emails.Add;

        var record = await RunAsync("login-storm-one");

        Assert.Equal(10, record.Iterations.Count(Outcome.Ok));
        Assert.Equal([("fan1000@dugout.test", "load:fan1000@dugout.test")], _shop.DeviceTokens.Select(one => (one.Key, one.Value)));
        // The other one is sent before the measurement.
        Assert.Equal([998L, 1_000L], emails.Distinct().Order());
        Assert.Null(record.Notices);
    }
}
