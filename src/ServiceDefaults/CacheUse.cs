using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>What this process keeps of answers, and what that has saved so far, by the metrics <c>dugout.cache.…</c>.</summary>
internal sealed class CacheUse : IDisposable
{
    private const string Prefix = "dugout.cache.";

    private readonly MeterListener _listener = new();
    private readonly Lock _asking = new();
    private readonly Dictionary<string, long> _counts = [];
    private readonly Dictionary<string, long> _kept = [];

    /// <summary>Listens from now on.</summary>
    public CacheUse()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == Telemetry.OwnSource && instrument.Name.StartsWith(Prefix, StringComparison.Ordinal))
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) =>
        {
            lock (_asking)
            {
                var numbers = instrument.IsObservable ? _kept : _counts;
                var name = instrument.Name[Prefix.Length..];
                numbers[name] = numbers.GetValueOrDefault(name) + value;
            }
        });
        _listener.Start();
    }

    /// <summary>The numbers as they are now.</summary>
    /// <returns>Entries and bytes in memory; how often an answer was found there and in Redis and how often not; bytes written to Redis.</returns>
    public object Now()
    {
        lock (_asking)
        {
            _kept.Clear();
            _listener.RecordObservableInstruments();
            return new
            {
                Entries = _kept.GetValueOrDefault("entries"),
                Bytes = _kept.GetValueOrDefault("bytes"),
                Hits = _counts.GetValueOrDefault("hits"),
                Misses = _counts.GetValueOrDefault("misses"),
                SharedHits = _counts.GetValueOrDefault("shared.hits"),
                SharedMisses = _counts.GetValueOrDefault("shared.misses"),
                SharedWrittenBytes = _counts.GetValueOrDefault("shared.written"),
            };
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
