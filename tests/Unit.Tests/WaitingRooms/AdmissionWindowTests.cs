using Dugout.Features.WaitingRooms;
using Xunit;
using static Dugout.Features.WaitingRooms.AdmissionWindow;

namespace Dugout.Unit.Tests.WaitingRooms;

public sealed class AdmissionWindowTests
{
    private const int Many = 100_000;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void From_the_opening_on_each_fan_who_finishes_makes_room_for_two_until_the_shop_is_nearly_busy()
    {
        var window = new AdmissionWindow(10, isStarting: true);

        // 10 at the lowest rate; then all who were admitted finish within a step: 10 + 10, 20 + 20; then only half of them.
        Assert.Equal([10, 20, 40], Enumerable.Range(0, 3).Select(_ => Admit(window, active: 0)));
        Assert.Equal("starting", window.Next(10, 1_000, Of(active: 20)).Reason);
        Assert.Equal(0, Admit(window, active: 60, Strain.Much, minRate: 0));
        // Never again as at the opening: the window of 60 grows by a twentieth.
        Assert.Equal((63, "faster"), window.Next(10, 1_000, Of(active: 0)) is var later ? (later.Numbers, later.Reason) : default);
    }

    [Fact]
    public void While_the_shop_copes_the_window_grows_by_a_twentieth_and_at_least_by_one()
    {
        var window = new AdmissionWindow(10, isStarting: false);

        // 105, 110.25, 115.76.
        Assert.Equal([5, 10, 15], Enumerable.Range(0, 3).Select(_ => Admit(window, active: 100, minRate: 0)));
        var small = new AdmissionWindow(10, isStarting: false);
        Assert.Equal(1, Admit(small, active: 0, minRate: 0));
    }

    [Fact]
    public void A_busy_shop_shrinks_it_at_once_and_not_again_before_the_effect_can_be_seen()
    {
        var window = new AdmissionWindow(10, isStarting: false);

        // 100, then 70, which stays; the third step after it shrinks the smaller of the window and the active fans.
        Assert.Equal(5, Admit(window, active: 100, minRate: 0));
        Assert.Equal(0, Admit(window, active: 100, Strain.TooMuch, minRate: 0));
        Assert.Equal([0, 10], [Admit(window, active: 80, Strain.TooMuch, minRate: 0), Admit(window, active: 60, Strain.TooMuch, minRate: 0)]);
        Assert.Equal(2, Admit(window, active: 40, Strain.TooMuch, minRate: 2));
        Assert.Equal(28, Admit(window, active: 0, Strain.Much, minRate: 0));
    }

    [Theory]
    [InlineData(nameof(Strain.Unknown))]
    [InlineData(nameof(Strain.Much))]
    public void While_the_shop_is_nearly_busy_or_unknown_who_finishes_makes_room_for_one(string name)
    {
        var strain = Enum.Parse<Strain>(name);
        var window = new AdmissionWindow(10, isStarting: true);

        Assert.Equal([0, 3, 4], [Admit(window, active: 50, strain, minRate: 0), Admit(window, active: 47, strain, minRate: 0), Admit(window, active: 46, strain, minRate: 0)]);
        Assert.Null(window.Next(0, 1_000, Of(active: 46, strain: strain)).Reason);
    }

    [Fact]
    public void The_lowest_and_the_highest_rate_hold_whatever_the_window_and_a_fraction_is_carried_over()
    {
        var window = new AdmissionWindow(2.5, isStarting: false);
        var half = Of(active: 0) with { Elapsed = Second / 2 };

        Assert.Equal([1, 1, 1, 2], Enumerable.Range(0, 4).Select(_ => window.Next(2.5, 2.5, half).Numbers));
        Assert.Equal((2.5, "highest"), window.Next(2.5, 2.5, half) is var step ? (step.Rate, step.Reason) : default);
        Assert.Equal(1, window.Next(2.5, 2.5, half with { Active = Many, Strain = Strain.TooMuch }).Numbers);
    }

    [Fact]
    public void A_window_that_the_highest_rate_keeps_from_being_used_does_not_grow()
    {
        var window = new AdmissionWindow(10, isStarting: false);
        for (var step = 0; step < 100; step++)
            window.Next(0, 10, Of(active: 0));

        Assert.InRange(window.Next(0, 1_000, Of(active: 0)).Numbers, 11, 12);
    }

    [Theory]
    [InlineData(3, Many, 3, "steady")]
    [InlineData(Many, 7, 7, "active")]
    [InlineData(Many, 0, 0, "active")]
    [InlineData(Many, -5, 0, "active")]
    [InlineData(0, Many, 0, "steady")]
    public void No_more_are_admitted_than_wait_or_than_may_be_active(int waiting, int places, int numbers, string reason)
    {
        var step = new AdmissionWindow(10, isStarting: true).Next(10, 100, new(Second, waiting, Active: 0, places, Strain.Little));

        Assert.Equal((numbers, reason), (step.Numbers, step.Reason));
    }

    [Fact]
    public void The_rate_follows_what_is_admitted_within_its_bounds_and_stays_where_all_who_wait_are_admitted()
    {
        var window = new AdmissionWindow(10, isStarting: false);

        // 30 finish: 10 + 0.3 · (20 - 10); then nobody does: + 0.3 · (5 - 13), and on to the lowest.
        Assert.Equal(10, window.Next(5, 100, Of(active: 30, waiting: 1)).Rate);
        Assert.Equal(13, window.Next(5, 20, Of(active: 0)).Rate);
        Assert.Equal(10.6, window.Next(5, 20, Of(active: Many, strain: Strain.Much)).Rate, 6);
        Assert.Equal([8.92, 7.744], [Math.Round(window.Next(5, 20, Of(active: Many, strain: Strain.Much)).Rate, 3), Math.Round(window.Next(5, 20, Of(active: Many, strain: Strain.Much)).Rate, 3)]);
        Assert.Equal(6, window.Next(2, 6, Of(active: Many, strain: Strain.Much)).Rate);
    }

    private static Sale Of(int active, int waiting = Many, Strain strain = Strain.Little) => new(Second, waiting, active, Many, strain);

    private static int Admit(AdmissionWindow window, int active, Strain strain = Strain.Little, double minRate = 10) =>
        window.Next(minRate, 1_000, Of(active, strain: strain)).Numbers;
}
