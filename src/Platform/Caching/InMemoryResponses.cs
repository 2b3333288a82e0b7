using Microsoft.Extensions.Caching.Memory;

namespace Dugout.Platform.Caching;

/// <summary>Cached responses in the memory of a process, up to a size limit. An entry is valid only while the state of its tag is the one from before the response was built.</summary>
internal sealed class InMemoryResponses : IDisposable
{
    /// <summary>Approximate overhead of an entry in bytes, besides its body: key, tag and entries in two tables.</summary>
    private const int EntryBytes = 500;

    private readonly CacheInvalidation _evictions;
    private readonly IReplication _replication;
    private readonly TimeSpan _unheard;
    private readonly TimeProvider _clock;
    private readonly MemoryCache _memory;

    /// <summary>Creates an empty cache.</summary>
    public InMemoryResponses(CacheInvalidation evictions, IReplication replication, CacheOptions options, TimeProvider clock)
    {
        (_evictions, _replication, _clock) = (evictions, replication, clock);
        _unheard = TimeSpan.FromMilliseconds(options.ShortMilliseconds);
        _memory = new(new MemoryCacheOptions { SizeLimit = options.MemoryMegabytes * 1024L * 1024, TrackStatistics = true });
        Metrics = new(_memory);
    }

    /// <summary>Metrics of the cache.</summary>
    public CacheMetrics Metrics { get; }

    /// <summary>Returns the cached response if it includes everything the consistency token demands; else null. Counts a hit or a miss.</summary>
    public FinishedBody? Find(CacheKey key, ConsistencyToken seen)
    {
        var body = FindAgain(key, seen);
        Metrics.Asked(body is not null);
        return body;
    }

    /// <summary>The same lookup for a caller that has been counted before.</summary>
    public FinishedBody? FindAgain(CacheKey key, ConsistencyToken seen) =>
        _memory.TryGetValue<Kept>(key.Text, out var kept) && Counts(kept!, key, seen) ? kept!.Body : null;

    /// <summary>Stores a response.</summary>
    public void Keep(CacheKey key, Beginning began, string? place, FinishedBody body, TimeSpan life)
    {
        using var entry = _memory.CreateEntry(key.Text);
        entry.Value = new Kept(body, place, began);
        entry.Size = EntryBytes + body.Bytes.Length;
        entry.AbsoluteExpirationRelativeToNow = life;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _memory.Dispose();
        Metrics.Dispose();
    }

    private bool Counts(Kept kept, CacheKey key, ConsistencyToken seen) =>
        kept.Began.State == _evictions.StateOf(key.Tag)
        && (_evictions.IsHeard || _clock.GetElapsedTime(kept.Began.Since) <= _unheard)
        && seen.IsIn(kept.Place, _replication);

    private sealed record Kept(FinishedBody Body, string? Place, Beginning Began);
}

/// <summary>The state of a tag when the building of a response began, and the time stamp of that moment.</summary>
internal sealed record Beginning(CacheInvalidation.State State, long Since);
