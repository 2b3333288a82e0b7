using Dugout.Load.Checks;
using Dugout.Load.Checks.Histories;
using Xunit;

namespace Dugout.Unit.Tests.Checks;

public sealed class NoticeConsistencyTests
{
    private static readonly DateTime Noon = new(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);
    private static readonly FansDevice One = new("fan1@dugout.test", "load:fan1@dugout.test", Noon);
    private static readonly FansDevice Two = new("fan2@dugout.test", "load:fan2@dugout.test", Noon);

    [Fact]
    public void Notices_pushed_once_pass_the_check()
    {
        var balance = NoticeConsistency.Of([One, Two], [Made(One, 1), Made(One, 2), Made(Two, 1)], Pushed((One, 2), (Two, 1)));

        Assert.Equal((2, 3, 3), (balance.Devices, balance.Made, balance.Pushed));
        Assert.All(balance.Findings(mayBeLost: false), finding => Assert.True(finding.Passed));
    }

    [Fact]
    public void A_missing_push_is_named_and_fails_only_where_none_may_be_lost()
    {
        var balance = NoticeConsistency.Of([One, Two], [Made(One, 1), Made(One, 2), Made(Two, 1)], Pushed((One, 1), (Two, 1)));

        Assert.Equal((3, 2), (balance.Made, balance.Pushed));
        Assert.Equal("fan1@dugout.test: 2 notices were created and 1 pushed", Assert.Single(Assert.Single(balance.Findings(mayBeLost: false), finding => !finding.Passed).Differences));
        Assert.All(balance.Findings(mayBeLost: true), finding => Assert.True(finding.Passed));
    }

    [Fact]
    public void A_repeated_push_always_fails_and_does_not_compensate_for_a_missing_one()
    {
        var balance = NoticeConsistency.Of([One, Two], [Made(One, 1), Made(Two, 1)], Pushed((One, 2)));

        Assert.Equal((2, 1), (balance.Made, balance.Pushed));
        Assert.Equal([NoticeConsistency.NoneIsPushedTwice], balance.Findings(mayBeLost: true).Where(finding => !finding.Passed).Select(finding => finding.Sentence));
        Assert.Equal(2, balance.Findings(mayBeLost: false).Count(finding => !finding.Passed));
    }

    [Fact]
    public void Notices_before_the_registration_of_the_device_and_of_other_fans_do_not_count()
    {
        var balance = NoticeConsistency.Of([One], [Made(One, -1), Made(One, 1), Made(Two, 1)], Pushed((One, 1), (Two, 5)));

        Assert.Equal((1, 1, 1, 0), (balance.Devices, balance.Made, balance.Pushed, balance.Missing.Count + balance.Twice.Count));
    }

    private static NoticeRow Made(FansDevice device, int seconds) => new(device.Email, Noon.AddSeconds(seconds));

    private static Dictionary<string, int> Pushed(params (FansDevice Device, int Count)[] pushed) => pushed.ToDictionary(one => one.Device.Token, one => one.Count);
}
