using Dugout.Generator;

namespace Dugout.Load.Results;

/// <summary>A histogram of µs as stored in a record. Count, sum, minimum and maximum are exact; a bucket's middle is at most 0.4 % off its
/// values.</summary>
/// <param name="Count">The number of values.</param>
/// <param name="Sum">Their sum.</param>
/// <param name="Min">The minimum; 0 when there is none.</param>
/// <param name="Max">The maximum.</param>
/// <param name="Buckets">The buckets that counted something: index, count, index, count …, ascending.</param>
internal sealed record HistogramRecord(long Count, long Sum, long Min, long Max, IReadOnlyList<long> Buckets)
{
    /// <summary>Reads the counts of a histogram.</summary>
    public static HistogramRecord Of(Histogram histogram) =>
        new(histogram.Count, histogram.Sum, histogram.Min, histogram.Max, [.. histogram.Buckets().SelectMany(bucket => (long[])[bucket.Bucket, bucket.Count])]);

    /// <summary>A histogram with these counts, for percentiles or for adding others to it.</summary>
    public Histogram Open()
    {
        var histogram = new Histogram();
        if (Count > 0) histogram.Add(Buckets.Chunk(2).Select(bucket => ((int)bucket[0], bucket[1])), Sum, Min, Max);
        return histogram;
    }
}
