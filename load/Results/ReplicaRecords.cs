using System.Globalization;
using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>The number of requested connections, the total seconds of waiting for them, and the total seconds that returned connections had been in use (0 in a record older than this
/// field).</summary>
internal sealed record WaitRecord(long Count, double Seconds, double UseSeconds = 0)
{
    /// <summary>The difference to an earlier reading of the same process.</summary>
    public WaitRecord Since(WaitRecord before) => new(Count - before.Count, Math.Round(Seconds - before.Seconds, 6), Math.Round(UseSeconds - before.UseSeconds, 6));
}

/// <summary>A replica's response cache: hits and misses in its memory and in Redis, its writes to Redis, and the content of its memory at the end.</summary>
internal sealed record CacheRecord(long Hits, long Misses, long SharedHits, long SharedMisses, long SharedWrittenBytes, long Entries, long Bytes)
{
    /// <summary>The difference to an earlier reading of the same process.</summary>
    public CacheRecord Since(CacheRecord? before) => before is null ? this : this with
    {
        Hits = Hits - before.Hits,
        Misses = Misses - before.Misses,
        SharedHits = SharedHits - before.SharedHits,
        SharedMisses = SharedMisses - before.SharedMisses,
        SharedWrittenBytes = SharedWrittenBytes - before.SharedWrittenBytes,
    };

    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{Hits} of {Hits + Misses} lookups hit in memory{Share(Hits, Misses)}, {SharedHits} of {SharedHits + SharedMisses} in Redis{Share(SharedHits, SharedMisses)}; {SharedWrittenBytes / 1e6:0.00} MB written to Redis; memory holds {Entries} entries, {Bytes / 1e6:0.00} MB");

    private static string Share(long hits, long misses) => hits + misses == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({100.0 * hits / (hits + misses):0.0} %)");
}

/// <summary>The state of a replica at one moment. Counts are since it started.</summary>
/// <param name="At">When, in seconds from the first iteration.</param>
/// <param name="HeapMegabytes">Its managed heap, in MB.</param>
/// <param name="Collections">Garbage collections, of all generations.</param>
/// <param name="FullCollections">Those of them that collected the whole heap.</param>
/// <param name="PauseMilliseconds">The total pause of collections, in milliseconds.</param>
/// <param name="Threads">Threads of its pool.</param>
/// <param name="WorkWaiting">Work items queued for a thread.</param>
/// <param name="NoticesWaiting">Notices in its memory that wait to be pushed.</param>
/// <param name="Pushes">Attempted pushes.</param>
internal sealed record SampleRecord(double At, double HeapMegabytes, long Collections, long FullCollections, double PauseMilliseconds, int Threads, long WorkWaiting, long NoticesWaiting, long Pushes);
