using Microsoft.Extensions.Caching.Memory;

namespace Dugout.Platform.Caching;

/// <summary>What a process keeps of answers by itself, up to a bound. What is kept counts only while its tag is as it was before the answer was made.</summary>
internal sealed class InMemoryResponses : IDisposable
{
    /// <summary>What an answer takes besides its own bytes, roughly: its key, its tag, its places in two tables.</summary>
    private const int EntryBytes = 500;

    private readonly CacheInvalidation _evictions;
    private readonly IReplication _replication;
    private readonly TimeSpan _unheard;
    private readonly TimeProvider _clock;
    private readonly MemoryCache _memory;

    /// <summary>Begins empty.</summary>
    public InMemoryResponses(CacheInvalidation evictions, IReplication replication, CacheOptions options, TimeProvider clock)
    {
        (_evictions, _replication, _clock) = (evictions, replication, clock);
        _unheard = TimeSpan.FromMilliseconds(options.ShortMilliseconds);
        _memory = new(new MemoryCacheOptions { SizeLimit = options.MemoryMegabytes * 1024L * 1024, TrackStatistics = true });
        Metrics = new(_memory);
    }

    /// <summary>What is told of it.</summary>
    public CacheMetrics Metrics { get; }

    /// <summary>The answer, if it may be given to whoever has seen so much.</summary>
    public FinishedBody? Find(CacheKey key, ConsistencyToken seen)
    {
        var body = FindAgain(key, seen);
        Metrics.Asked(body is not null);
        return body;
    }

    /// <summary>The same for who has been counted before.</summary>
    public FinishedBody? FindAgain(CacheKey key, ConsistencyToken seen) =>
        _memory.TryGetValue<Kept>(key.Text, out var kept) && Counts(kept!, key, seen) ? kept!.Body : null;

    /// <summary>Keeps an answer.</summary>
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

/// <summary>What was known of a tag when somebody began to make an answer of it, and when that was.</summary>
internal sealed record Beginning(CacheInvalidation.State State, long Since);
