using Dugout.Load.Results;
using Dugout.Load.Scenarios;
using Xunit;

namespace Dugout.Load.Tests.Scenarios;

public sealed class ShapeTests
{
    [Theory]
    [InlineData(Shape.Weekday, 20, 30, 600)]
    [InlineData(Shape.Derby, 20, 30, 480)] // 6 s up, 18 s level, 6 s down
    [InlineData(Shape.OpeningMinute, 20, 60, 480)] // 6 s at 20, 18 s down to 4, 36 s at 4
    [InlineData(Shape.OpeningMinute, 3, 3, 6)] // 1 s each: 3, then from 3 to 1, then 1
    public void A_shape_lasts_as_long_as_asked_and_starts_the_area_under_it(string name, int rate, int seconds, int starts)
    {
        var phases = Shape.Open(name, rate, seconds);

        Assert.Equal(seconds, phases.Sum(phase => phase.Seconds));
        Assert.Equal(starts, Shape.Starts(phases));
        Assert.Equal(phases.Count, Shape.Simulations(phases).Length);
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
    public void A_closed_load_is_one_phase_of_callers() => Assert.Equal([new PhaseRecord(0, 0, 7, 30)], Shape.Closed(7, 30));
}
