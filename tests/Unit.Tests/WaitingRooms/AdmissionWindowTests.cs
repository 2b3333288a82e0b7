using Dugout.Features.WaitingRooms;
using Xunit;
using static Dugout.Features.WaitingRooms.AdmissionWindow;

namespace Dugout.Unit.Tests.WaitingRooms;

public sealed class AdmissionWindowTests
{
    private const int Many = 100_000;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void From_the_opening_on_each_fan_who_finishes_makes_room_for_two_until_the_shop_feels_it_twice()
    {
        var window = new AdmissionWindow(10, isStarting: true);

        // 10 at the lowest rate; then all who were admitted finish within a step: 10 + 10, 20 + 20; then only half of them; then again all, although the shop feels it.
        Assert.Equal([10, 20, 40], Enumerable.Range(0, 3).Select(_ => Admit(window, active: 0)));
        Assert.Equal((40, "starting"), window.Next(10, 1_000, Of(active: 20)) is var half ? (half.Numbers, half.Reason) : default);
        Assert.Equal("starting", window.Next(10, 1_000, Of(active: 60, strain: Strain.Little)).Reason);
        Assert.Equal("starting", window.Next(10, 1_000, Of(active: 73)).Reason);
        foreach (var expected in (string[])["starting", "faster", "faster"])
            Assert.Equal(expected, window.Next(10, 1_000, Of(active: 100, strain: Strain.Little)).Reason);
        Assert.Equal("faster", window.Next(10, 1_000, Of(active: 60)).Reason);
    }

    [Fact]
    public void A_strain_before_anybody_is_active_does_not_end_the_start()
    {
        var window = new AdmissionWindow(10, isStarting: true);

        Assert.Equal(10, Admit(window, active: 0, Strain.TooMuch));
        Assert.Equal((20, "starting"), window.Next(10, 1_000, Of(active: 0)) is var later ? (later.Numbers, later.Reason) : default);
    }

    [Fact]
    public void A_window_below_what_the_lowest_rate_admits_follows_it_while_the_shop_has_time_to_spare()
    {
        var window = new AdmissionWindow(100, isStarting: false);

        // 0, while the lowest rate admits 100; then 105, and not once the shop feels it.
        Assert.Equal(100, Admit(window, active: 0, Strain.Unknown, minRate: 100));
        Assert.Equal(105, Admit(window, active: 0, Strain.None, minRate: 0));
        Assert.Equal(110, Admit(window, active: 0, Strain.Little, minRate: 0));
    }

    [Fact]
    public void Once_the_shop_is_used_a_step_exceeds_the_rate_by_a_quarter_at_most()
    {
        var window = new AdmissionWindow(100, isStarting: false);
        window.Next(0, 1_000, Of(active: 1_000, strain: Strain.Unknown));

        // That step admitted no fan: the rate is 50. Then 62.5 and 0.5 are carried over; the rate is 56.25.
        Assert.Equal([62, 70], [window.Next(0, 1_000, Of(active: 0)).Numbers, window.Next(0, 1_000, Of(active: 0)).Numbers]);
    }

    [Fact]
    public void While_the_shop_copes_the_window_grows_by_a_twentieth_and_at_least_by_one()
    {
        var window = new AdmissionWindow(100, isStarting: false);

        // 105, 110.25, 115.76.
        Assert.Equal([5, 10, 15], ((Strain[])[Strain.None, Strain.Little, Strain.None]).Select(strain => Admit(window, active: 100, strain, minRate: 0)));
        var small = new AdmissionWindow(10, isStarting: false);
        Assert.Equal(1, Admit(small, active: 0, minRate: 0));
    }

    [Fact]
    public void A_busy_shop_shrinks_it_at_once_and_not_again_before_the_effect_can_be_seen()
    {
        var window = new AdmissionWindow(100, isStarting: true);

        // 100, then 80, which stays for two steps, then four fifths of the active fans.
        Assert.Equal(0, Admit(window, active: 100, Strain.TooMuch, minRate: 0));
        Assert.Equal([0, 10], [Admit(window, active: 90, Strain.TooMuch, minRate: 0), Admit(window, active: 70, Strain.TooMuch, minRate: 0)]);
        Assert.Equal(2, Admit(window, active: 50, Strain.TooMuch, minRate: 2));
        Assert.Equal([8, 2], [Admit(window, active: 32, Strain.Much, minRate: 0), Admit(window, active: 38, Strain.Much, minRate: 0)]);
    }

    [Theory]
    [InlineData(nameof(Strain.Unknown))]
    [InlineData(nameof(Strain.Much))]
    public void While_the_shop_is_nearly_busy_or_unknown_who_finishes_makes_room_for_one(string name)
    {
        var (window, strain) = (new AdmissionWindow(10, isStarting: true), Enum.Parse<Strain>(name));

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
        var step = new AdmissionWindow(10, isStarting: true).Next(10, 100, new(Second, waiting, Active: 0, places, Strain.None));

        Assert.Equal((numbers, reason), (step.Numbers, step.Reason));
    }

    [Fact]
    public void The_rate_follows_what_is_admitted_within_its_bounds_and_stays_where_all_who_wait_are_admitted()
    {
        var window = new AdmissionWindow(10, isStarting: false);

        Assert.Equal(10, window.Next(5, 100, Of(active: 30, waiting: 1)).Rate);
        // 12.5 of the 31.5 who finished are followed; then no fan finishes, and 5 are, and so on to the lowest.
        Assert.Equal(11.25, window.Next(5, 20, Of(active: 0)).Rate);
        Assert.Equal([8.125, 6.5625, 5.78125], Enumerable.Range(0, 3).Select(_ => window.Next(5, 20, Of(active: Many, strain: Strain.Much)).Rate));
        Assert.Equal(4, window.Next(2, 4, Of(active: Many, waiting: 1)).Rate);
    }

    private static Sale Of(int active, int waiting = Many, Strain strain = Strain.None) => new(Second, waiting, active, Many, strain);

    private static int Admit(AdmissionWindow window, int active, Strain strain = Strain.None, double minRate = 10) =>
        window.Next(minRate, 1_000, Of(active, strain: strain)).Numbers;
}
