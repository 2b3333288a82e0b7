using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>
/// How often this process has asked a pool for a database connection and how long it has waited for them in all, by the meter the driver
/// keeps under the field's names.
/// </summary>
internal sealed class ConnectionWaits : IDisposable
{
    private readonly MeterListener _listener = new();
    private long _count;
    private long _microseconds;

    /// <summary>Listens from now on.</summary>
    public ConnectionWaits()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: "db.client.connections.wait_time", Meter.Name: "MySqlConnector" })
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<double>((_, seconds, _, _) =>
        {
            Interlocked.Increment(ref _count);
            Interlocked.Add(ref _microseconds, (long)(seconds * 1e6));
        });
        _listener.Start();
    }

    /// <summary>Connections asked for so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>What they were waited for in all, in seconds.</summary>
    public double Seconds => Volatile.Read(ref _microseconds) / 1e6;

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
