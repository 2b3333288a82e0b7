using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>What waits in this process' memory to be pushed to devices, and how often it was tried, by the metrics <c>dugout.pushes.…</c>; nothing where there are none.</summary>
internal sealed class NoticeUse : IDisposable
{
    private const string PoolDepth = "dugout.pushes.pool_depth";
    private const string Sent = "dugout.pushes.sent";
    private const string Failed = "dugout.pushes.failed";

    private readonly MeterListener _listener = new();
    private readonly Lock _asking = new();
    private long _pushes;
    private long _waiting;

    /// <summary>Listens from now on.</summary>
    public NoticeUse()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: PoolDepth or Sent or Failed } && instrument.Meter.Name == Telemetry.OwnSource)
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((instrument, value, _, _) => Count(instrument, value));
        _listener.SetMeasurementEventCallback<int>((instrument, value, _, _) => Count(instrument, value));
        _listener.Start();
    }

    /// <summary>The numbers as they are now.</summary>
    /// <returns>Notices that wait, and pushes that were tried so far, however they ended.</returns>
    public object Now()
    {
        lock (_asking)
        {
            _waiting = 0;
            _listener.RecordObservableInstruments();
            return new { Waiting = _waiting, Pushes = Volatile.Read(ref _pushes) };
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    // How many wait is only told when it is asked for, under the lock.
    private void Count(Instrument instrument, long value)
    {
        if (instrument.Name == PoolDepth)
            _waiting += value;
        else
            Interlocked.Add(ref _pushes, value);
    }
}
