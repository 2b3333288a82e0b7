namespace Dugout.Load.Results;

/// <summary>A histogram of µs as stored in a record. Count, sum, minimum and maximum are exact; a bucket's middle is at most 0.4 % off its
/// values.</summary>
/// <param name="Count">The number of values.</param>
/// <param name="Sum">Their sum.</param>
/// <param name="Min">The minimum; 0 when there is none.</param>
/// <param name="Max">The maximum.</param>
/// <param name="Buckets">The buckets that counted something: index, count, index, count …, ascending. The indexes are those of HdrHistogram for two significant digits.</param>
internal sealed record HistogramRecord(long Count, long Sum, long Min, long Max, IReadOnlyList<long> Buckets)
{
    /// <summary>A histogram with these counts, for percentiles.</summary>
    public Durations Open()
    {
        var durations = new Durations();
        durations.Add(this);
        return durations;
    }
}
