using Dugout.Load.Results;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>Sustained throughput and peak decay of hand-made series.</summary>
public sealed class SteadyRecordTests
{
    private const int SixMinutes = 360;

    [Fact]
    public void A_constant_load_is_sustained()
    {
        var steady = Of(_ => 100);

        Assert.Equal((0, 100, 100, null), (steady.EmptySeconds.Count, steady.SecondSixth, steady.LastSixth, steady.Violation));
        Assert.Equal("0 seconds without an ok iteration; 100.0 a second in the second sixth, 100.0 in the last (100.0 %)", steady.InWords);
    }

    [Fact]
    public void A_single_second_without_an_ok_iteration_is_a_violation()
    {
        var steady = Of(second => second == 138 ? 0 : 100);

        Assert.Equal([138], steady.EmptySeconds);
        Assert.Equal("in 1 of its seconds no iteration ended ok, first in second 138", steady.Violation);
    }

    [Fact]
    public void Seconds_after_the_load_and_before_the_first_response_do_not_count()
    {
        int[] ok = [0, 0, .. Enumerable.Repeat(5, SixMinutes - 2), 0, 0];

        Assert.Null(SteadyRecord.Of(ok, SixMinutes)!.Violation);
    }

    [Fact]
    public void What_ends_early_is_empty_to_the_end_of_the_load()
    {
        var steady = SteadyRecord.Of([.. Enumerable.Repeat(5, 300)], SixMinutes)!;

        Assert.Equal(Enumerable.Range(300, 60), steady.EmptySeconds);
        Assert.Equal(0, steady.LastSixth);
    }

    [Theory]
    [InlineData(90, true)]
    [InlineData(89, false)]
    public void The_last_minute_has_nine_tenths_of_the_second_one(int last, bool kept)
    {
        // What the first minute and those between did is no matter.
        var steady = Of(second => second < 60 ? 300 : second < 120 ? 100 : second < 300 ? 40 : last);

        Assert.Equal((100, last, kept), (steady.SecondSixth, steady.LastSixth, steady.Violation is null));
        if (!kept) Assert.Equal("89.0 iterations a second ended ok in its last sixth, 89.0 % of the 100.0 in its second one, which is less than 90 %", steady.Violation);
    }

    [Fact]
    public void A_load_without_ok_iterations_is_not_sustained()
    {
        var steady = Of(_ => 0);

        Assert.Equal(SixMinutes, steady.EmptySeconds.Count);
        Assert.NotNull(steady.Violation);
        Assert.DoesNotContain("NaN", steady.InWords, StringComparison.Ordinal);
    }

    [Fact]
    public void A_load_under_a_minute_is_not_judged()
    {
        Assert.Null(SteadyRecord.Of([.. Enumerable.Repeat(5, 59)], 59));
        Assert.NotNull(SteadyRecord.Of([.. Enumerable.Repeat(5, 60)], 60));
    }

    [Fact]
    public void Peak_decay_begins_after_the_best_second_of_the_first_half()
    {
        // Up to 100 in the third second, 25 from then on; and a last second that isn't the load's any more.
        Assert.Equal(0.25, PeakDecay.Of([40, 80, 100, .. Enumerable.Repeat(25, 57), 1_000], 60));
        Assert.Equal(1.0, PeakDecay.Of([.. Enumerable.Repeat(50, 30), .. Enumerable.Repeat(50, 30)], 60));
        // What rises late has not fallen.
        Assert.True(PeakDecay.Of([.. Enumerable.Repeat(50, 30), .. Enumerable.Repeat(80, 30)], 60) > 1);
        Assert.Null(PeakDecay.Of([.. new int[30], .. Enumerable.Repeat(50, 30)], 60));
        Assert.Null(PeakDecay.Of([], 60));
        Assert.Null(PeakDecay.Of([7], 1));
    }

    private static SteadyRecord Of(Func<int, int> ok) => SteadyRecord.Of([.. Enumerable.Range(0, SixMinutes).Select(ok)], SixMinutes)!;
}
