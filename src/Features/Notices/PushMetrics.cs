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
        _sent = _meter.CreateCounter<long>("dugout.pushes.sent", description: "Messages that the push partner accepted.");
        _failed = _meter.CreateCounter<long>("dugout.pushes.failed", description: "Failed attempts to send a message to the push partner.");
        _dropped = _meter.CreateCounter<long>("dugout.pushes.dropped", description: "Notices without a push, because too many pushes were waiting or the push waited for too long.");
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
