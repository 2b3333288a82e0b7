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
        _meter.CreateObservableGauge("dugout.cache.bytes", () => memory.GetCurrentStatistics()!.CurrentEstimatedSize ?? 0, "By", "Answers kept in memory, with what keeping them takes.");
        _meter.CreateObservableGauge("dugout.cache.entries", () => memory.GetCurrentStatistics()!.CurrentEntryCount, description: "Answers kept in memory.");
        _hits = _meter.CreateCounter<long>("dugout.cache.hits", description: "Answers given from memory.");
        _misses = _meter.CreateCounter<long>("dugout.cache.misses", description: "Answers that memory lacked, or had too old.");
        _sharedHits = _meter.CreateCounter<long>("dugout.cache.shared.hits", description: "Answers given from Redis.");
        _sharedMisses = _meter.CreateCounter<long>("dugout.cache.shared.misses", description: "Answers that Redis lacked, or had too old.");
        _sharedBytes = _meter.CreateCounter<long>("dugout.cache.shared.written", "By", "Answers put into Redis: those of the last minute are what is kept there.");
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
