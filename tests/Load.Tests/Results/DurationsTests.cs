using Dugout.Load.Results;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace Dugout.Load.Tests.Results;

public sealed class DurationsTests
{
    [Fact]
    public void Sum_minimum_and_maximum_are_exact_and_a_percentile_is_in_the_middle_of_its_bucket()
    {
        var durations = Recorded([.. Enumerable.Range(0, 1_000).Select(i => 1_000_000L + i), 2_000_001]);

        Assert.Equal((1_001, 1_002_499_501, 1_000_000, 2_000_001), (durations.TotalCount, durations.Sum, durations.Min, durations.Max));
        Assert.InRange(durations.Percentile(50), 996_000, 1_004_999);
        Assert.Equal(2_000_001, durations.Percentile(100), 2_000_001 * 0.004);
    }

    [Theory]
    [InlineData(3, 75, 3)]
    [InlineData(160, 99, 159)]
    [InlineData(200, 99, 198)]
    public void A_percentile_is_never_exceeded_by_more_than_the_rest(int count, double percent, long expected) =>
        Assert.Equal(expected, Recorded(Enumerable.Range(1, count).Select(value => (long)value)).Percentile(percent));

    [Fact]
    public void Nothing_recorded_is_zero() => Assert.Equal((0, 0, 0, 0), (new Durations().Sum, new Durations().Min, new Durations().Max, new Durations().Percentile(99)));

    [Fact]
    public void What_is_beyond_the_ceiling_counts_as_the_ceiling()
    {
        var durations = Recorded([long.MaxValue, -5]);

        Assert.Equal((0, (1L << 40) - 1), (durations.Min, durations.Max));
    }

    /// <summary>Records of earlier versions count in the same buckets: the values below 256 each in their own, above 128 buckets an octave.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(255, 255)]
    [InlineData(256, 256)]
    [InlineData(257, 256)]
    [InlineData(512, 384)]
    [InlineData(1_234_567, 1_814)]
    [InlineData((1L << 40) - 1, 4_351)]
    public void The_bucket_of_a_value_never_changes(long value, long bucket) => Assert.Equal([bucket, 1], Recorded([value]).Read().Buckets);

    [Fact]
    public void What_is_taken_out_and_put_in_again_is_the_same_and_two_make_their_union()
    {
        var values = Gen.Choose(0, 50_000_000).Select(value => (long)value).ListOf().ToArbitrary();

        Prop.ForAll(values, values, (some, others) =>
        {
            var read = Recorded(some).Read().Open();
            Assert.Equivalent(Recorded(some).Read(), read.Read());

            read.Add(Recorded(others).Read());
            Assert.Equivalent(Recorded([.. some, .. others]).Read(), read.Read());
            Assert.Equal(Recorded([.. some, .. others]).Percentile(95), read.Percentile(95));
        }).QuickCheckThrowOnFailure();
    }

    private static Durations Recorded(IEnumerable<long> values)
    {
        var durations = new Durations();
        foreach (var value in values) durations.Record(value);
        return durations;
    }
}
