using System.Diagnostics.Metrics;

namespace Dugout.Features.Notices;

/// <summary>Outcomes of pushes in this process. The outbox has its own metrics for waiting messages, by lane.</summary>
public sealed class PushMetrics : IDisposable
{
    private readonly Meter _meter = new("Dugout");
    private readonly Counter<long> _sent;
    private readonly Counter<long> _failed;
    private readonly Counter<long> _dropped;

    /// <summary>Creates the counters at zero.</summary>
    public PushMetrics()
    {
        _sent = _meter.CreateCounter<long>("dugout.pushes.sent", description: "Messages that the push partner took.");
        _failed = _meter.CreateCounter<long>("dugout.pushes.failed", description: "Tries to hand over a message that it didn't take, or didn't say so.");
        _dropped = _meter.CreateCounter<long>("dugout.pushes.dropped", description: "Notices that are shown in the app alone: too many waited, or they did for too long.");
    }

    /// <summary>Counts a push accepted by the partner.</summary>
    public void Sent() => _sent.Add(1);

    /// <summary>Counts a failed push.</summary>
    public void Failed() => _failed.Add(1);

    /// <summary>Counts dropped pushes.</summary>
    public void Dropped(long count = 1) => _dropped.Add(count);

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
