using NBomber.Contracts;
using NBomber.CSharp;
using NBomber.Engine;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class ScheduleTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(50, 1, 2, 100)]
    [InlineData(20, 1, 30, 600)]
    [InlineData(7, 1, 3, 21)]
    [InlineData(1, 10, 60, 6)]
    [InlineData(10_000, 1, 1, 10_000)]
    public void Inject_starts_exactly_rate_times_duration(int rate, int interval, int during, int expected)
    {
        var starts = Starts(Simulation.Inject(rate, interval * Second, during * Second));

        Assert.Equal(expected, starts.Length);
        Assert.Equal(TimeSpan.Zero, starts[0]);
        Assert.All(starts, start => Assert.True(start < during * Second));
    }

    [Fact]
    public void Inject_does_not_drift()
    {
        var starts = Starts(Simulation.Inject(7, Second, 3600 * Second));

        for (var i = 0; i < starts.Length; i += 7) Assert.Equal(i / 7 * Second, starts[i]);
    }

    [Fact]
    public void A_ramp_starts_the_area_under_it_and_goes_on_from_where_the_last_phase_ended()
    {
        var up = Starts(Simulation.RampingInject(100, Second, 10 * Second));
        Assert.Equal(500, up.Length);
        Assert.Equal(125, up.Count(start => start < 5 * Second), 1.0);

        var down = Starts(Simulation.Inject(100, Second, 10 * Second), Simulation.RampingInject(0, Second, 10 * Second));
        Assert.Equal(1_500, down.Length);
        Assert.Equal(375, down.Count(start => start >= 10 * Second && start < 15 * Second), 1.0);
        Assert.Equal(down.Order(), down);
    }

    [Fact]
    public void A_pause_starts_nothing_and_lasts()
    {
        var starts = Starts(Simulation.Inject(10, Second, Second), Simulation.Pause(5 * Second), Simulation.Inject(10, Second, Second));

        Assert.Equal(20, starts.Length);
        Assert.Equal(6 * Second, starts[10]);
    }

    [Fact]
    public void A_warm_up_is_the_beginning_of_the_load()
    {
        LoadSimulation[] load = [Simulation.RampingInject(100, Second, 10 * Second), Simulation.Inject(100, Second, 10 * Second)];

        var warmUp = Schedule.Of(load, 5 * Second).SelectMany(phase => phase.Starts).ToArray();

        Assert.Equal(Starts(load).TakeWhile(start => start < 5 * Second), warmUp);
    }

    [Fact]
    public void Numbers_without_meaning_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => Simulation.Inject(0, Second, Second));
        Assert.Throws<ArgumentOutOfRangeException>(() => Simulation.Inject(1, TimeSpan.Zero, Second));
        Assert.Throws<ArgumentOutOfRangeException>(() => Simulation.Inject(1, 2 * Second, Second));
        Assert.Throws<ArgumentOutOfRangeException>(() => Simulation.KeepConstant(1, TimeSpan.FromMilliseconds(999)));
        Assert.Throws<ArgumentException>(() => NBomberRunner.RegisterScenarios());
    }

    private static TimeSpan[] Starts(params LoadSimulation[] load) => [.. Schedule.Of(load, TimeSpan.MaxValue).SelectMany(phase => phase.Starts)];
}
