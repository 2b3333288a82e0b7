// Counts whole numbers (microseconds, bytes) in log-linear buckets: every octave is cut into 128 equal parts, so a bucket
// is at most 1/128 of its value wide and its middle at most 0.4 % off. Recording is one interlocked add per counter: no lock,
// no allocation, whichever thread. The load lab compiles this very file, too, for what it measures itself.

using System.Numerics;

namespace Dugout.Generator;

internal sealed class Histogram
{
    private const int Parts = 128;
    private const int PartsLog2 = 7;
    private const long Ceiling = (1L << 40) - 1; // 12.7 days in microseconds; what is above counts as this

    private readonly long[] _buckets = new long[BucketOf(Ceiling) + 1];
    private long _count;
    private long _sum;
    private long _min = long.MaxValue;
    private long _max;

    public long Count => Volatile.Read(ref _count);
    public long Sum => Volatile.Read(ref _sum);
    public long Min => Count == 0 ? 0 : Volatile.Read(ref _min);
    public long Max => Volatile.Read(ref _max);
    public double Mean => Count == 0 ? 0 : (double)Sum / Count;

    public void Record(long value)
    {
        value = Math.Clamp(value, 0, Ceiling);
        Interlocked.Increment(ref _buckets[BucketOf(value)]);
        Interlocked.Increment(ref _count);
        Interlocked.Add(ref _sum, value);
        Lower(ref _min, value);
        Raise(ref _max, value);
    }

    // What another one counted, on top; not while that one is being recorded to.
    public void Add(Histogram other)
    {
        if (other.Count > 0) Add(other.Buckets(), other.Sum, other.Min, other.Max);
    }

    // Counts that were taken from a histogram, with the sum and the ends that its buckets alone don't tell exactly.
    public void Add(IEnumerable<(int Bucket, long Count)> counts, long sum, long min, long max)
    {
        foreach (var (bucket, count) in counts)
        {
            if (count <= 0) throw new ArgumentOutOfRangeException(nameof(counts), count, "A bucket of a sparse histogram counts something.");
            Interlocked.Add(ref _buckets[bucket], count);
            Interlocked.Add(ref _count, count);
        }

        Interlocked.Add(ref _sum, sum);
        Lower(ref _min, min);
        Raise(ref _max, max);
    }

    // The buckets that counted something, ascending.
    public IEnumerable<(int Bucket, long Count)> Buckets()
    {
        for (var bucket = 0; bucket < _buckets.Length; bucket++)
        {
            if (Volatile.Read(ref _buckets[bucket]) is var count and > 0) yield return (bucket, count);
        }
    }

    // Resets all counts; not thread-safe with recording.
    public void Clear()
    {
        if (Count == 0) return;
        Array.Clear(_buckets);
        (_count, _sum, _min, _max) = (0, 0, long.MaxValue, 0);
    }

    // The smallest recorded value that at least this share of all values does not exceed (nearest rank).
    public long Percentile(double percent)
    {
        var rank = Math.Max(1, (long)Math.Ceiling(percent / 100 * Count));
        if (rank >= Count) return Max;
        long seen = 0;
        for (var bucket = 0; bucket < _buckets.Length; bucket++)
        {
            seen += Volatile.Read(ref _buckets[bucket]);
            if (seen >= rank) return Math.Clamp(MiddleOf(bucket), Min, Max);
        }

        return Max; // a value was being recorded while we counted
    }

    public double StandardDeviation()
    {
        var mean = Mean;
        double squares = 0;
        for (var bucket = 0; bucket < _buckets.Length; bucket++)
        {
            var distance = MiddleOf(bucket) - mean;
            squares += Volatile.Read(ref _buckets[bucket]) * distance * distance;
        }

        return Count == 0 ? 0 : Math.Sqrt(squares / Count);
    }

    // Below 128 each value has a bucket of its own; above, the seven bits after the leading one choose the part of the octave.
    private static int BucketOf(long value)
    {
        var octave = OctaveOf(value);
        return (octave * Parts) + (int)(value >> octave);
    }

    private static long MiddleOf(int bucket)
    {
        if (bucket < 2 * Parts) return bucket;
        var octave = (bucket / Parts) - 1;
        var lowest = (long)(bucket - (octave * Parts)) << octave;
        return lowest + (((1L << octave) - 1) / 2);
    }

    private static int OctaveOf(long value) => Math.Max(0, BitOperations.Log2((ulong)value) - PartsLog2);

    private static void Lower(ref long least, long value)
    {
        for (var seen = Volatile.Read(ref least); value < seen;)
        {
            var before = Interlocked.CompareExchange(ref least, value, seen);
            if (before == seen) return;
            seen = before;
        }
    }

    private static void Raise(ref long greatest, long value)
    {
        for (var seen = Volatile.Read(ref greatest); value > seen;)
        {
            var before = Interlocked.CompareExchange(ref greatest, value, seen);
            if (before == seen) return;
            seen = before;
        }
    }
}
