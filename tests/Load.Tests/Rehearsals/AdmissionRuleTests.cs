using Dugout.Load.Rehearsals;
using Xunit;

namespace Dugout.Load.Tests.Rehearsals;

/// <summary>The rule of <c>AdmissionRate</c>, as far as a rehearsal knows it.</summary>
public sealed class AdmissionRuleTests
{
    private const int Many = 100_000;

    [Fact]
    public void The_rate_doubles_until_the_shop_is_busy_and_then_grows_by_a_twentieth_of_the_highest()
    {
        var rule = new AdmissionRule(10, 200);

        Assert.Equal([20, 40, 80], Enumerable.Range(0, 3).Select(_ => rule.Next(Many, Many, isBusy: false)));
        Assert.Equal(56, rule.Next(Many, Many, isBusy: true));
        Assert.Equal([66, 76], Enumerable.Range(0, 2).Select(_ => rule.Next(Many, Many, isBusy: false)));
    }

    [Fact]
    public void The_rate_stays_within_its_bounds_and_a_fraction_is_carried_over()
    {
        var rule = new AdmissionRule(5, 12);

        // 5 · 2, then the highest; 12 · 0.7 = 8.4, then the lowest of 5.88 · 0.7.
        Assert.Equal([10, 12], Enumerable.Range(0, 2).Select(_ => rule.Next(Many, Many, isBusy: false)));
        Assert.Equal([8, 6, 5], Enumerable.Range(0, 3).Select(_ => rule.Next(Many, Many, isBusy: true)));
        Assert.Equal(5, rule.Rate);
    }

    [Fact]
    public void At_most_as_many_are_admitted_as_wait_or_as_may_be_active()
    {
        var rule = new AdmissionRule(50, 50);

        Assert.Equal(7, rule.Next(7, Many, isBusy: false));
        Assert.False(rule.IsLimitedByActive);
        Assert.Equal(9, rule.Next(Many, 9, isBusy: false));
        Assert.True(rule.IsLimitedByActive);
        Assert.Equal(0, rule.Next(Many, 0, isBusy: false));
        Assert.Equal((0, 50.0), (rule.Next(0, Many, isBusy: true), rule.Rate));
    }
}
