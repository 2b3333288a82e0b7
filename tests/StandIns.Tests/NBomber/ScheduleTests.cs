using NBomber.Contracts;
using NBomber.CSharp;
using NBomber.Engine;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class ScheduleTests
{
    private const int Seed = 20_261_124;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(50, 1, 2, 100)]
    [InlineData(20, 1, 30, 600)]
    [InlineData(7, 1, 3, 21)]
    [InlineData(1, 10, 60, 6)]
    [InlineData(1, 2, 5, 3)] // whole intervals: six seconds
    [InlineData(10_000, 1, 1, 10_000)]
    public void Inject_starts_its_rate_in_each_interval(int rate, int interval, int during, int expected)
    {
        var starts = Starts(Simulation.Inject(rate, interval * Second, during * Second));

        Assert.Equal(expected, starts.Length);
        Assert.Equal(starts.Order(), starts);
        Assert.All(starts.Chunk(rate).Index(), chunk => Assert.All(chunk.Item, start => Assert.InRange(start, chunk.Index * interval * Second, (chunk.Index + 1) * interval * Second)));
    }

    [Fact]
    public void Starts_are_scattered_evenly_over_their_interval()
    {
        var starts = Starts(Simulation.Inject(10, 2 * Second, 2_000 * Second));

        var tenths = starts.CountBy(start => start.Ticks % (2 * Second.Ticks) * 10 / (2 * Second.Ticks)).ToDictionary();
        Assert.Equal(10_000, starts.Length);
        for (var tenth = 0L; tenth < 10; tenth++) Assert.Equal(1_000, tenths[tenth], 150.0); // five standard deviations
    }

    [Fact]
    public void Inject_does_not_drift()
    {
        var starts = Starts(Simulation.Inject(7, Second, 3600 * Second));

        for (var i = 0; i < starts.Length; i++) Assert.Equal(i / 7, (int)starts[i].TotalSeconds);
    }

    [Fact]
    public void A_ramp_steps_by_its_interval_from_where_the_last_phase_ended()
    {
        Assert.Equal([0, 20, 40, 60, 80], BySecond(Simulation.RampingInject(100, Second, 5 * Second)));
        Assert.Equal([100, 100, 100, 50], BySecond(Simulation.Inject(100, Second, 2 * Second), Simulation.RampingInject(0, Second, 2 * Second)));
        // Progress is a whole percentage, so a long ramp has a hundred steps.
        Assert.Equal([0, 5, 5, 10, 10, 15], BySecond(Simulation.RampingInject(500, Second, 190 * Second)).Take(6));
    }

    [Fact]
    public void Phases_last_whole_intervals()
    {
        LoadSimulation[] load = [Simulation.Inject(1, 2 * Second, 5 * Second), Simulation.Inject(10, Second, Second)];

        Assert.Equal(7 * Second, Schedule.Length(load));
        Assert.InRange(Starts(load)[3], 6 * Second, 7 * Second);
    }

    [Fact]
    public void Constant_copies_start_at_any_moment_of_the_first_second()
    {
        var copies = Assert.Single(Schedule.Of([Simulation.KeepConstant(100, 5 * Second)], TimeSpan.MaxValue, new Random(Seed))).Copies;

        Assert.Equal(100, copies.Count);
        Assert.InRange(copies[0], TimeSpan.Zero, Second / 5);
        Assert.InRange(copies[^1], Second * 4 / 5, Second);
    }

    [Fact]
    public void A_pause_starts_nothing_and_lasts()
    {
        var starts = Starts(Simulation.Inject(10, Second, Second), Simulation.Pause(5 * Second), Simulation.Inject(10, Second, Second));

        Assert.Equal(20, starts.Length);
        Assert.InRange(starts[9], TimeSpan.Zero, Second);
        Assert.InRange(starts[10], 6 * Second, 7 * Second);
    }

    [Fact]
    public void A_warm_up_is_the_beginning_of_the_load()
    {
        LoadSimulation[] load = [Simulation.RampingInject(100, Second, 10 * Second), Simulation.Inject(100, Second, 10 * Second)];

        var warmUp = Schedule.Of(load, 5 * Second, new Random(Seed)).SelectMany(phase => phase.Starts).ToArray();

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

    private static TimeSpan[] Starts(params LoadSimulation[] load) => [.. Schedule.Of(load, TimeSpan.MaxValue, new Random(Seed)).SelectMany(phase => phase.Starts)];

    private static int[] BySecond(params LoadSimulation[] load)
    {
        var bySecond = new int[(int)Schedule.Length(load).TotalSeconds];
        foreach (var start in Starts(load)) bySecond[(int)start.TotalSeconds]++;
        return bySecond;
    }
}
