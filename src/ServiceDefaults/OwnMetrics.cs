using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>Sums of what this process counts of kept responses and of messages to devices, by the names of its metrics.</summary>
internal sealed class OwnMetrics : IDisposable
{
    /// <summary>Begins the names of what is counted of kept responses.</summary>
    public const string Cache = "dugout.cache.";

    /// <summary>Begins the names of what is counted of messages to devices.</summary>
    public const string Pushes = "dugout.pushes.";

    private readonly MeterListener _listener = new();
    private readonly Lock _asking = new();
    private readonly Dictionary<string, long> _counted = new(StringComparer.Ordinal);

    /// <summary>What is only told when it is asked for.</summary>
    private readonly Dictionary<string, long> _observed = new(StringComparer.Ordinal);

    /// <summary>Listens from now on.</summary>
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

    /// <summary>The sums as they are now; what was never counted is missing.</summary>
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
