using Dugout.Load.Report;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.Load.Tests.Report;

public sealed class AxisTests
{
    [Fact]
    public void Marks_are_round_and_cover_every_value() => Prop.ForAll(
        Gen.Choose(1, 1_000_000_000).Select(n => n / 1_000.0).ToArbitrary(),
        max =>
        {
            var axis = Axis.UpTo("", max);
            var ticks = axis.Ticks().Select(tick => tick.Value).ToArray();
            return axis.Max >= max && axis.Max <= 2 * max && ticks.Length is >= 3 and <= 6 && ticks[0] == 0 && Math.Abs(ticks[^1] - axis.Max) < axis.Max * 1e-6;
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_logarithmic_axis_begins_and_ends_with_a_decade()
    {
        var axis = Axis.Decades("", 0.3, 250);

        Assert.Equal(["0.1", "1", "10", "100", "1,000"], axis.Ticks().Select(tick => tick.Text));
        Assert.Equal(("10", "p90"), (axis.TextAt(10), (axis with { Names = [(10, "p90")] }).TextAt(10)));
        Assert.Equal((0, 1, 0.5), (axis.At(0.01), axis.At(5_000), Math.Round(axis.At(10), 9)));
    }
}
