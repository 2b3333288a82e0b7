using Dugout.Load.Waiting;
using Xunit;

namespace Dugout.Load.Tests.Waiting;

public sealed class CostFitTests
{
    [Fact]
    public void Costs_without_noise_are_found_again()
    {
        // 1 µs a fan, 20 µs a poll.
        var fit = CostFit.Of([new(1_000, 50, 2_000), new(5_000, 250, 10_000), new(1_000, 1_000, 21_000)]);

        Assert.Equal(1, fit.MicrosecondsAFan, 6);
        Assert.Equal(20, fit.MicrosecondsAPoll, 6);
        Assert.Equal(0, fit.WorstError, 6);
        Assert.Equal(300, fit.MicrosecondsASecond(100, 10), 6);
    }

    [Fact]
    public void Noise_is_divided_by_least_squares()
    {
        // Σf² = 6, Σp² = 6, Σfp = 5, Σfc = 17, Σpc = 19, so the determinant is 11.
        var fit = CostFit.Of([new(1, 1, 3), new(1, 2, 6), new(2, 1, 4)]);

        Assert.Equal(7 / 11.0, fit.MicrosecondsAFan, 6);
        Assert.Equal(29 / 11.0, fit.MicrosecondsAPoll, 6);
        // 36 / 11 instead of 3.
        Assert.Equal(1 / 11.0, fit.WorstError, 6);
    }

    [Fact]
    public void No_part_is_negative()
    {
        // The least squares are at -1 and 3, and at 4 and -1.
        var (polls, fans) = (CostFit.Of([new(1, 1, 2), new(2, 1, 1)]), CostFit.Of([new(1, 1, 3), new(1, 2, 2)]));

        Assert.Equal((0, 1.5, 0.5), (polls.MicrosecondsAFan, polls.MicrosecondsAPoll, polls.WorstError));
        Assert.Equal((2.5, 0), (fans.MicrosecondsAFan, fans.MicrosecondsAPoll));
    }

    [Fact]
    public void Crowds_with_the_same_pause_do_not_separate_fans_from_polls() =>
        Assert.Throws<ArgumentException>(() => CostFit.Of([new(1_000, 50, 2_000), new(5_000, 250, 10_000)]));
}
