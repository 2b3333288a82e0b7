using Dugout.Generator;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.StandIns.Tests.NBomber;

public sealed class HistogramTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(75)]
    [InlineData(95)]
    [InlineData(99)]
    [InlineData(100)]
    public void A_percentile_is_at_most_one_percent_off_the_exact_one(double percent)
    {
        // From a microsecond to two hours, evenly over the magnitudes rather than over the values.
        var magnitudes = Gen.Choose(0, 228).Select(tenths => (long)Math.Exp(tenths / 10.0));
        var values = magnitudes.SelectMany(value => Gen.Choose(0, 1000).Select(extra => value + (value * extra / 10_000))).NonEmptyListOf();

        Prop.ForAll(values.ToArbitrary(), list =>
        {
            long[] recorded = [.. list.Order()];
            var histogram = Recorded(recorded);
            var exact = recorded[Math.Max(1, (int)Math.Ceiling(percent / 100 * recorded.Length)) - 1];
            Assert.InRange(histogram.Percentile(percent), exact * 0.99, exact * 1.01);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Small_values_and_the_ends_are_exact()
    {
        var histogram = Recorded([0, 1, 127, 128, 255, 1_234_567]);

        Assert.Equal((0, 1_234_567), (histogram.Min, histogram.Max));
        Assert.Equal(1, histogram.Percentile(30));
        Assert.Equal(127, histogram.Percentile(50));
        Assert.Equal(128, histogram.Percentile(60));
        Assert.Equal(255, histogram.Percentile(80));
        Assert.Equal(1_234_567, histogram.Percentile(100));
    }

    [Fact]
    public void Mean_is_exact_and_standard_deviation_within_one_percent()
    {
        long[] values = [.. Enumerable.Range(1, 10_000).Select(i => (long)i * 37)];
        var mean = values.Average();
        var deviation = Math.Sqrt(values.Average(value => (value - mean) * (value - mean)));

        var histogram = Recorded(values);

        Assert.Equal(mean, histogram.Mean);
        Assert.InRange(histogram.StandardDeviation(), deviation * 0.99, deviation * 1.01);
    }

    [Fact]
    public void Nothing_recorded_answers_zeros()
    {
        var histogram = new Histogram();

        Assert.Equal((0, 0, 0, 0, 0), (histogram.Count, histogram.Min, histogram.Max, histogram.Percentile(99), histogram.StandardDeviation()));
    }

    [Fact]
    public void Threads_recording_at_once_lose_nothing()
    {
        var histogram = new Histogram();

        Parallel.For(0, 8, thread =>
        {
            for (var i = 1; i <= 10_000; i++) histogram.Record((thread * 10_000) + i);
        });

        Assert.Equal((80_000, 80_000L * 80_001 / 2), (histogram.Count, histogram.Sum));
        Assert.Equal((1, 80_000), (histogram.Min, histogram.Max));
        Assert.InRange(histogram.Percentile(50), 40_000 * 0.99, 40_000 * 1.01);
    }

    [Fact]
    public void What_is_taken_out_and_put_in_again_is_the_same_and_two_make_their_union()
    {
        var values = Gen.Choose(0, 50_000_000).Select(value => (long)value).NonEmptyListOf().ToArbitrary();

        Prop.ForAll(values, values, (some, others) =>
        {
            var read = new Histogram();
            var one = Recorded(some);
            read.Add(one.Buckets(), one.Sum, one.Min, one.Max);
            AssertSame(one, read);

            read.Add(Recorded(others));
            AssertSame(Recorded([.. some, .. others]), read);

            read.Clear();
            AssertSame(new Histogram(), read);
        }).QuickCheckThrowOnFailure();

        static void AssertSame(Histogram expected, Histogram actual)
        {
            Assert.Equal((expected.Count, expected.Sum, expected.Min, expected.Max), (actual.Count, actual.Sum, actual.Min, actual.Max));
            Assert.Equal(expected.Buckets(), actual.Buckets());
        }
    }

    [Fact]
    public void Nothing_of_a_histogram_that_counts_nothing_is_added()
    {
        var histogram = Recorded([5]);

        histogram.Add(new Histogram());

        Assert.Equal((1, 5, 5), (histogram.Count, histogram.Min, histogram.Max));
        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Add([(3, 0)], 0, 0, 0));
    }

    [Fact]
    public void What_is_beyond_the_ceiling_counts_as_the_ceiling()
    {
        var histogram = Recorded([long.MaxValue, -5]);

        Assert.Equal((0, (1L << 40) - 1), (histogram.Min, histogram.Max));
    }

    private static Histogram Recorded(IEnumerable<long> values)
    {
        var histogram = new Histogram();
        foreach (var value in values) histogram.Record(value);
        return histogram;
    }
}
