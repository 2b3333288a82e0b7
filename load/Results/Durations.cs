using HdrHistogram;

namespace Dugout.Load.Results;

/// <summary>
/// Durations in µs, counted in the buckets of HdrHistogram, which are at most 1/128 of their values wide. The sum, the minimum and the maximum are exact.
/// Not thread-safe.
/// </summary>
internal sealed class Durations() : LongHistogram(1, Ceiling, numberOfSignificantValueDigits: 2)
{
    /// <summary>12.7 days; longer durations count as this.</summary>
    private const long Ceiling = (1L << 40) - 1;

    private long _min = long.MaxValue;

    /// <summary>The sum of all.</summary>
    public long Sum { get; private set; }

    /// <summary>The minimum; 0 when there is none.</summary>
    public long Min => TotalCount == 0 ? 0 : _min;

    /// <summary>The maximum.</summary>
    public long Max { get; private set; }

    /// <summary>Counts one.</summary>
    public void Record(long microseconds)
    {
        var value = Math.Clamp(microseconds, 0, Ceiling);
        RecordValue(value);
        Extend(value, value, value);
    }

    /// <summary>Counts those of a record, too.</summary>
    public void Add(HistogramRecord record)
    {
        if (record.Count == 0) return;
        foreach (var bucket in record.Buckets.Chunk(2)) AddToCountAtIndex((int)bucket[0], bucket[1]);
        Extend(record.Sum, record.Min, record.Max);
    }

    /// <summary>The record of all.</summary>
    public HistogramRecord Read() => new(
        TotalCount, Sum, Min, Max,
        [.. Enumerable.Range(0, (BucketCount + 1) * SubBucketCount / 2).Where(index => GetCountAtIndex(index) > 0).SelectMany(index => (long[])[index, GetCountAtIndex(index)])]);

    /// <summary>The duration that this share of all did not exceed: the middle of its bucket, at most 0.4 % off; 0 when there is none.</summary>
    public long Percentile(double percent)
    {
        if (TotalCount == 0) return 0;
        // HdrHistogram rounds to the nearest rank, which may be below the share.
        var rank = Math.Ceiling(percent / 100 * TotalCount);
        return Math.Clamp(MedianEquivalentValue(GetValueAtPercentile(100 * rank / TotalCount)), Min, Max);
    }

    private void Extend(long sum, long min, long max) => (Sum, _min, Max) = (Sum + sum, Math.Min(_min, min), Math.Max(Max, max));
}
