using System.Diagnostics.Metrics;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>Counts the round trips of this test's own flow of execution; tests beside it have their own.</summary>
internal sealed class RoundTrips : IDisposable
{
    private static readonly AsyncLocal<RoundTrips?> Current = new();
    private readonly MeterListener _listener = new();
    private int _count;

    public RoundTrips()
    {
        Current.Value = this;
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name == "mysqlconnector.round_trips")
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>((_, amount, _, _) =>
        {
            if (Current.Value == this)
                Interlocked.Add(ref _count, (int)amount);
        });
        _listener.Start();
    }

    public int Count => _count;

    public void Dispose()
    {
        Current.Value = null;
        _listener.Dispose();
    }
}
