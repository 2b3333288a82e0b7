using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>Sums of this process' metrics of cached responses and of push messages, by metric name.</summary>
internal sealed class OwnMetrics : IDisposable
{
    /// <summary>Prefix of the response cache's metrics.</summary>
    public const string Cache = "dugout.cache.";

    /// <summary>Prefix of the push messages' metrics.</summary>
    public const string Pushes = "dugout.pushes.";

    private readonly MeterListener _listener = new();
    private readonly Lock _asking = new();
    private readonly Dictionary<string, long> _counted = new(StringComparer.Ordinal);

    /// <summary>Values of observable instruments, which report only when they are polled.</summary>
    private readonly Dictionary<string, long> _observed = new(StringComparer.Ordinal);

    /// <summary>Begins to listen.</summary>
    public OwnMetrics()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == Telemetry.OwnSource
                && (instrument.Name.StartsWith(Cache, StringComparison.Ordinal) || instrument.Name.StartsWith(Pushes, StringComparison.Ordinal)))
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => Add(instrument, value));
        _listener.SetMeasurementEventCallback<int>((instrument, value, _, _) => Add(instrument, value));
        _listener.Start();
    }

    /// <summary>Returns the current sums; a metric that was never counted is missing.</summary>
    public IReadOnlyDictionary<string, long> Now()
    {
        lock (_asking)
        {
            _observed.Clear();
            _listener.RecordObservableInstruments();
            return _counted.Concat(_observed).ToDictionary(StringComparer.Ordinal);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private void Add(Instrument instrument, long value)
    {
        lock (_asking)
        {
            var sums = instrument.IsObservable ? _observed : _counted;
            sums[instrument.Name] = sums.GetValueOrDefault(instrument.Name) + value;
        }
    }
}
