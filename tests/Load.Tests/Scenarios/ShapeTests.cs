using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using NBomber.Contracts;
using NBomber.CSharp;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class ShapeTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(Shape.Weekday, 20, 30, 600)]
    [InlineData(Shape.Derby, 20, 30, 480)] // 6 s up, 18 s level, 6 s down
    [InlineData(Shape.OpeningMinute, 20, 60, 480)] // 6 s at 20, 18 s down to 4, 36 s at 4
    [InlineData(Shape.OpeningMinute, 3, 3, 6)] // 1 s each: 3, then from 3 to 1, then 1
    public void A_shape_has_the_requested_length_and_starts_the_area_under_it(string name, int rate, int seconds, int starts)
    {
        var phases = Shape.Open(name, rate, seconds);

        Assert.Equal(seconds, phases.Sum(phase => phase.Seconds));
        Assert.Equal(starts, PhaseRecord.Starts(phases));
        Assert.Equal(starts, phases.Sum(phase => Shape.StartsBySecond(phase).Sum()));
        Assert.All(phases.Zip(phases.Skip(1)), pair => Assert.Equal(pair.First.To, pair.Second.From));
        Assert.Equal(rate, phases.Max(phase => phase.To));
    }

    [Theory]
    [InlineData(Shape.Derby)]
    [InlineData(Shape.OpeningMinute)]
    public void Every_length_from_three_seconds_on_has_room_for_all_phases(string name)
    {
        for (var seconds = 3; seconds <= 100; seconds++)
        {
            var phases = Shape.Open(name, 10, seconds);
            Assert.Equal(seconds, phases.Sum(phase => phase.Seconds));
            Assert.All(phases, phase => Assert.True(phase.Seconds >= 1));
        }

        Assert.Throws<UsageException>(() => Shape.Open(name, 10, 2));
    }

    [Fact]
    public void A_ramp_is_pushed_second_by_second()
    {
        Assert.Equal([Inject(10), Inject(30), Inject(50), Inject(70), Inject(90)], Shape.Simulations([new(0, 100, null, 5)]));
        Assert.Equal([Simulation.Pause(2 * Second), Inject(1), Simulation.Pause(Second), Inject(1)], Shape.Simulations([new(0, 0.5, null, 4), new(1, 1, null, 1)]));
    }

    [Fact]
    public void Seconds_with_as_many_starts_are_pushed_together()
    {
        Assert.Equal([Simulation.Inject(20, Second, 30 * Second)], Shape.Simulations(Shape.Open(Shape.Weekday, 20, 30)));
        Assert.Equal([Simulation.KeepConstant(7, 30 * Second)], Shape.Simulations(Shape.Closed(7, 30)));
    }

    [Fact]
    public void The_beginning_of_a_load_is_its_first_seconds()
    {
        var phases = Shape.Open(Shape.Derby, 20, 30);

        Assert.Equal([new PhaseRecord(0, 10, null, 3)], Shape.Beginning(phases, 3));
        Assert.Equal([new PhaseRecord(0, 20, null, 6), new PhaseRecord(20, 20, null, 18), new PhaseRecord(20, 10, null, 3)], Shape.Beginning(phases, 27));
        Assert.Equal(phases, Shape.Beginning(phases, 30));
        Assert.Equal(Shape.Closed(7, 5), Shape.Beginning(Shape.Closed(7, 30), 5));
    }

    [Fact]
    public void A_closed_load_is_one_phase_of_callers() => Assert.Equal([new PhaseRecord(0, 0, 7, 30)], Shape.Closed(7, 30));

    private static LoadSimulation Inject(int starts) => Simulation.Inject(starts, Second, Second);
}
