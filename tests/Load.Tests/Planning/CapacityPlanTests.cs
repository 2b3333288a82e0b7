using Dugout.Load.Planning;
using Xunit;

namespace Dugout.Load.Tests.Planning;

public sealed class CapacityPlanTests
{
    private static readonly CapacityPlan Published = new(100_000, 15, Peak: 3, Headroom: 1.4, ResponseSeconds: 0.5, PauseSeconds: 1);

    [Fact]
    public void The_published_plan_comes_out_as_it_was_published()
    {
        Assert.Equal(1_500_000, Published.RequestsADay);
        Assert.Equal((17, 50, 70), (Math.Round(Published.MeanRate), Published.PeakRate, Published.TargetRate));
        Assert.Equal(105, Published.Callers);
        Assert.Equal((300, 600), Published.StressCallers);
    }

    [Fact]
    public void The_table_explains_each_number()
    {
        var table = PlanTable.Of(Published);

        foreach (var number in (string[])["1,500,000", "17 a second", "50 a second", "70 a second", "105 at once", "300 to 600", "--rate 9", "--callers 105"])
            Assert.Contains(number, table, StringComparison.Ordinal);
    }

    [Fact]
    public void Small_rates_are_not_rounded_away()
    {
        var small = Published with { UsersADay = 100 };

        Assert.Equal((1, 2), (small.PeakRate, small.TargetRate));
        Assert.Equal(3, small.Callers);
    }
}
