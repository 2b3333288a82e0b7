using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>
/// Number of connections this process has requested from database pools, total wait for them and total time in use, from the
/// driver's meter with its standard names.
/// </summary>
internal sealed class ConnectionWaits : IDisposable
{
    private const string WaitTime = "db.client.connections.wait_time";
    private const string UseTime = "db.client.connections.use_time";

    private readonly MeterListener _listener = new();
    private long _count;
    private long _waited;
    private long _used;

    /// <summary>Begins to listen.</summary>
    public ConnectionWaits()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: WaitTime or UseTime, Meter.Name: "MySqlConnector" })
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<double>((instrument, seconds, _, _) =>
        {
            var microseconds = (long)(seconds * 1e6);
            if (instrument.Name == UseTime)
            {
                Interlocked.Add(ref _used, microseconds);
                return;
            }

            Interlocked.Increment(ref _count);
            Interlocked.Add(ref _waited, microseconds);
        });
        _listener.Start();
    }

    /// <summary>Number of connections requested so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>Total wait for them, in seconds.</summary>
    public double Seconds => Volatile.Read(ref _waited) / 1e6;

    /// <summary>Total time in use of the returned connections, in seconds.</summary>
    public double UseSeconds => Volatile.Read(ref _used) / 1e6;

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
