using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Dugout.Features.WaitingRooms;

/// <summary>What this process used since it was last asked: its share of the processors, and its waits for database connections, from the driver's meter.</summary>
internal sealed class ProcessLoad : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly Lock _adding = new();
    private double _waited;
    private int _waits;
    private long _since = Stopwatch.GetTimestamp();
    private TimeSpan _used = Environment.CpuUsage.TotalTime;

    /// <summary>Begins to listen.</summary>
    public ProcessLoad()
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: "db.client.connections.wait_time", Meter.Name: "MySqlConnector" })
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<double>((_, seconds, _, _) =>
        {
            lock (_adding)
                (_waited, _waits) = (_waited + seconds, _waits + 1);
        });
        _listener.Start();
    }

    /// <summary>Returns both, and begins anew.</summary>
    /// <returns>The mean wait for a connection, in milliseconds; 0 if none was needed. The used share of the processors that this process may use, in percent.</returns>
    public (double PoolWait, double Cpu) Take()
    {
        lock (_adding)
        {
            var (now, used) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime);
            var cpu = 100 * (used - _used) / (Stopwatch.GetElapsedTime(_since, now) * Environment.ProcessorCount);
            var wait = _waits == 0 ? 0 : 1_000 * _waited / _waits;
            (_since, _used, _waited, _waits) = (now, used, 0, 0);
            return (wait, cpu);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();
}
