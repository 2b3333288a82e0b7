using System.Diagnostics.Metrics;

namespace Dugout.ServiceDefaults;

/// <summary>
/// How often this process has asked a pool for a database connection, how long it has waited for them in all and how long it has had them, by the
/// meter the driver keeps under the field's names.
/// </summary>
internal sealed class ConnectionWaits : IDisposable
{
    private const string WaitTime = "db.client.connections.wait_time";
    private const string UseTime = "db.client.connections.use_time";

    private readonly MeterListener _listener = new();
    private long _count;
    private long _waited;
    private long _used;

    /// <summary>Listens from now on.</summary>
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

    /// <summary>Connections asked for so far.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>What they were waited for in all, in seconds.</summary>
    public double Seconds => Volatile.Read(ref _waited) / 1e6;

    /// <summary>How long those that were given back had been lent, in all, in seconds.</summary>
    public double UseSeconds => Volatile.Read(ref _used) / 1e6;

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
