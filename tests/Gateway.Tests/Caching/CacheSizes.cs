using System.Diagnostics.Metrics;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>Reads the size of the caches in this process as telemetry does.</summary>
internal sealed class CacheSizes : IDisposable
{
    private readonly MeterListener _listener = new();
    private long _largest;

    public CacheSizes()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == "dugout.cache.bytes")
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((_, bytes, _, _) => _largest = Math.Max(_largest, bytes));
        _listener.Start();
    }

    /// <summary>Bytes of the largest cache.</summary>
    public long Largest()
    {
        _largest = 0;
        _listener.RecordObservableInstruments();
        return _largest;
    }

    public void Dispose() => _listener.Dispose();
}
