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
    public Kept? Find(CacheKey key, ConsistencyToken seen)
    {
        var kept = FindAgain(key, seen);
        Metrics.Asked(kept is not null);
        return kept;
    }

    /// <summary>The same lookup for a caller that has been counted before.</summary>
    public Kept? FindAgain(CacheKey key, ConsistencyToken seen) =>
        _memory.TryGetValue<Kept>(EntryOf(key), out var kept) && Counts(kept!, key.Tag, seen) ? kept : null;

    /// <summary>The same lookup by shared address. It counts nothing: after a miss the request passes the pipeline, which looks again.</summary>
    public Kept? FindShared(string address, ConsistencyToken seen) =>
        _memory.TryGetValue<Kept>(address, out var kept) && kept!.Shared is { } shared && Counts(kept, shared.Key.Tag, seen) ? kept : null;

    /// <summary>Stores a response.</summary>
    public void Keep(CacheKey key, Kept kept, TimeSpan life)
    {
        using var entry = _memory.CreateEntry(EntryOf(key));
        entry.Value = kept;
        entry.Size = EntryBytes + kept.Body.Bytes.Length;
        entry.AbsoluteExpirationRelativeToNow = life;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _memory.Dispose();
        Metrics.Dispose();
    }

    /// <summary>A shared address begins with a slash, the text of a key with the name of its query.</summary>
    private static string EntryOf(CacheKey key) => key.SharedAddress ?? key.Text;

    private bool Counts(Kept kept, string tag, ConsistencyToken seen) =>
        kept.Began.State == _evictions.StateOf(tag)
        && (_evictions.IsHeard || _clock.GetElapsedTime(kept.Began.Since) <= _unheard)
        && seen.IsIn(kept.Place, _replication);
}

/// <summary>A response in memory.</summary>
/// <param name="Body">The body.</param>
/// <param name="Place">Commit position that it includes; null where none is known.</param>
/// <param name="Began">State from before it was built.</param>
/// <param name="Shared">Permission for the gateway to cache it, too; null for none.</param>
internal sealed record Kept(FinishedBody Body, string? Place, Beginning Began, SharedCaching? Shared)
{
    /// <summary>The response that is sent before the pipeline, made at its first use.</summary>
    public FinishedResponse? Finished { get; set; }
}

/// <summary>The state of a tag when the building of a response began, and the time stamp of that moment.</summary>
internal sealed record Beginning(CacheInvalidation.State State, long Since);
