using Dugout.Load.Exits;
using Dugout.Load.Measuring;
using Xunit;

namespace Dugout.Load.Tests.Measuring;

/// <summary>How busy the machine is, from two readings of its clocks.</summary>
public sealed class MachineUseTests
{
    [Theory]
    [InlineData(0.25, "cpu  100 0 100 800 0 0 0 0 0 0", "cpu  115 0 105 855 5 0 0 0 0 0")]
    [InlineData(0.5, "cpu  0 0 0 0 0 0 0 0 0 0", "cpu  10 5 10 40 10 5 5 15 0 0")]
    [InlineData(0, "cpu  1 2 3 4 5 6 7 8 9 10", "cpu  1 2 3 4 5 6 7 8 9 10")]
    public void The_used_share_leaves_out_idle_time_and_waits_for_a_disk(double share, string before, string after) =>
        Assert.Equal(share, MachineUse.ShareBetween(before, after), 1e-9);

    [Fact]
    public void Guests_are_not_counted_twice() =>
        Assert.Equal(0.5, MachineUse.ShareBetween("cpu  0 0 0 0 0 0 0 0 0 0", "cpu  50 0 0 50 0 0 0 0 50 0"), 1e-9);

    [Fact]
    public void A_busier_machine_is_refused_with_the_share_it_uses()
    {
        MachineUse.EnsureQuiet(0.2, most: 20);

        var refused = Assert.Throws<UsageException>(() => MachineUse.EnsureQuiet(0.634, most: 20));
        Assert.Equal("the machine is busy: 63 % of its CPU is used before the first request, at most 20 % is allowed; wait, or allow more with --max-cpu", refused.Message);
    }

    [Fact]
    public async Task This_machine_reports_a_share() =>
        Assert.InRange(await MachineUse.ShareAsync(TimeSpan.FromMilliseconds(200), TimeProvider.System) ?? -1, 0, 1);
}
