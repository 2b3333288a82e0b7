using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Microsoft.Extensions.Logging;

namespace Dugout.Platform.Outbox;

/// <summary>
/// The undelivered messages: keys that wait after a failure, and the number and age of messages, for the metrics
/// <c>dugout.outbox.pending</c> and <c>dugout.outbox.oldest_age</c>, by lane, and for one log line a minute while a key
/// waits. Stored in memory only: a worker that restarts tries everything again.
/// </summary>
internal sealed class OutboxBacklog(OutboxOptions options, OutboxLane lane, TimeProvider clock, ILogger log)
{
    private static readonly TimeSpan BetweenLines = TimeSpan.FromMinutes(1);
    private static readonly Meter Meter = new("Dugout");
    private static readonly Gauge<long> PendingGauge = Meter.CreateGauge<long>("dugout.outbox.pending", "{message}", "Messages not yet delivered.");
    private static readonly Gauge<double> AgeGauge = Meter.CreateGauge<double>("dugout.outbox.oldest_age", "s", "Age of the oldest undelivered message.");

    private readonly ConcurrentDictionary<string, Wait> _waits = new();
    private readonly KeyValuePair<string, object?> _tag = new("lane", lane.Name);
    private string? _lastFailure;
    private DateTimeOffset _nextLine = DateTimeOffset.MinValue;

    private sealed record Wait(int Failures, DateTimeOffset Until);

    /// <summary>Whether the next message of a key may be tried now.</summary>
    public bool IsDue(string key) => !_waits.TryGetValue(key, out var wait) || wait.Until <= clock.GetUtcNow();

    /// <summary>A message of the key was accepted.</summary>
    public void Delivered(string key) => _waits.TryRemove(key, out _);

    /// <summary>A message of the key was not accepted: the key waits twice as long as after its last failure.</summary>
    public void Failed(string key, string reason)
    {
        _lastFailure = reason;
        var failures = _waits.TryGetValue(key, out var wait) ? wait.Failures + 1 : 1;
        var pause = Math.Min(options.FirstPauseMilliseconds * Math.Pow(2, failures - 1), options.LongestPauseSeconds * 1_000d);
        _waits[key] = new(failures, clock.GetUtcNow().AddMilliseconds(pause));
    }

    /// <summary>Records the state of the outbox after a complete poll.</summary>
    /// <param name="pending">Number of messages.</param>
    /// <param name="oldest">When the oldest message was written, UTC; null where there is none.</param>
    /// <param name="keys">Keys of the messages; the waits of other keys are removed.</param>
    public void Left(long pending, DateTime? oldest, IReadOnlySet<string> keys)
    {
        var age = oldest is { } time ? Math.Max(0, (clock.GetUtcNow().UtcDateTime - time).TotalSeconds) : 0;
        PendingGauge.Record(pending, _tag);
        AgeGauge.Record(age, _tag);
        foreach (var gone in _waits.Keys.Where(key => !keys.Contains(key)))
            _waits.TryRemove(gone, out _);
        if (!_waits.IsEmpty && TakeLine())
            log.LogWarning("Could not deliver all messages: {Reason}; {Pending} are pending, the oldest for {Age:F0} s, and are retried with growing pauses", _lastFailure, pending, age);
    }

    /// <summary>The outbox itself is unavailable.</summary>
    public void OutOfReach(string reason)
    {
        if (TakeLine())
            log.LogWarning("Could not poll the outbox: {Reason}; messages are pending, retrying at the next poll", reason);
    }

    private bool TakeLine()
    {
        if (clock.GetUtcNow() < _nextLine)
            return false;
        _nextLine = clock.GetUtcNow() + BetweenLines;
        return true;
    }
}
