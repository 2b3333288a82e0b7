using System.Diagnostics.Metrics;
using Microsoft.Extensions.Caching.Memory;

namespace Dugout.Platform.Caching;

/// <summary>Metrics of the response cache: entries, size, hits and misses.</summary>
internal sealed class CacheMetrics : IDisposable
{
    private readonly Meter _meter = new("Dugout");
    private readonly Counter<long> _hits;
    private readonly Counter<long> _misses;
    private readonly Counter<long> _sharedHits;
    private readonly Counter<long> _sharedMisses;
    private readonly Counter<long> _sharedBytes;

    /// <summary>Publishes the metrics of the in-memory cache.</summary>
    public CacheMetrics(MemoryCache memory)
    {
        _meter.CreateObservableGauge("dugout.cache.bytes", () => memory.GetCurrentStatistics()!.CurrentEstimatedSize ?? 0, "By", "Size of the cached responses in memory, including overhead.");
        _meter.CreateObservableGauge("dugout.cache.entries", () => memory.GetCurrentStatistics()!.CurrentEntryCount, description: "Cached responses in memory.");
        _hits = _meter.CreateCounter<long>("dugout.cache.hits", description: "Responses served from memory.");
        _misses = _meter.CreateCounter<long>("dugout.cache.misses", description: "Lookups in memory without a fresh response.");
        _sharedHits = _meter.CreateCounter<long>("dugout.cache.shared.hits", description: "Responses served from Redis.");
        _sharedMisses = _meter.CreateCounter<long>("dugout.cache.shared.misses", description: "Lookups in Redis without a fresh response.");
        _sharedBytes = _meter.CreateCounter<long>("dugout.cache.shared.written", "By", "Bytes of responses written to Redis.");
    }

    /// <summary>Counts a lookup in memory.</summary>
    public void Asked(bool found) => (found ? _hits : _misses).Add(1);

    /// <summary>Counts a lookup in Redis.</summary>
    public void SharedAsked(bool found) => (found ? _sharedHits : _sharedMisses).Add(1);

    /// <summary>Counts the bytes of a response written to Redis.</summary>
    public void SharedWritten(int bytes) => _sharedBytes.Add(bytes);

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
