using Dugout.Load.Results;

namespace Dugout.Load.Waiting;

/// <summary>Counts the polls of a crowd and their responses, and measures response times from the times when the polls were due. Thread-safe.</summary>
/// <param name="time">The clock; the polls are due by the time since this was made.</param>
internal sealed class PollCounts(TimeProvider time)
{
    /// <summary>A poll that is sent later than this after it was due is late: the generator's fault, not the gateway's.</summary>
    public static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(10);

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(10);

    private readonly Lock _counting = new();
    private readonly Durations _times = new();
    private readonly long _began = time.GetTimestamp();
    private int _sent;
    private int _late;
    private int _unsent;
    private int _changed;
    private int _unchanged;
    private int _wrong;

    /// <summary>The time since the beginning.</summary>
    public TimeSpan Elapsed => time.GetElapsedTime(_began);

    /// <summary>Polls that were sent.</summary>
    public int Sent => Volatile.Read(ref _sent);

    /// <summary>Polls that were sent late.</summary>
    public int Late => Volatile.Read(ref _late);

    /// <summary>Polls that could not be sent, because the connection was closed or full.</summary>
    public int Unsent => Volatile.Read(ref _unsent);

    /// <summary>Responses with a new document: status 200.</summary>
    public int Changed => Volatile.Read(ref _changed);

    /// <summary>Responses to fans whose document is current: status 304.</summary>
    public int Unchanged => Volatile.Read(ref _unchanged);

    /// <summary>Other responses, and those without the document of a waiting room.</summary>
    public int Wrong => Volatile.Read(ref _wrong);

    /// <summary>Polls without a response so far.</summary>
    public int Missing => Sent - Changed - Unchanged - Wrong;

    /// <summary>Counts a poll that was sent now.</summary>
    /// <param name="due">When it was due.</param>
    public void Send(TimeSpan due)
    {
        Interlocked.Increment(ref _sent);
        if (Elapsed - due > Tolerance) Interlocked.Increment(ref _late);
    }

    /// <summary>Counts a poll that could not be sent.</summary>
    public void Fail() => Interlocked.Increment(ref _unsent);

    /// <summary>Counts a response that arrived now.</summary>
    /// <param name="response">The response.</param>
    /// <param name="due">When its poll was due.</param>
    public void Receive(PollResponse response, TimeSpan due)
    {
        var microseconds = (long)(Elapsed - due).TotalMicroseconds;
        lock (_counting) _times.Record(microseconds);
        if (!response.IsRight) Interlocked.Increment(ref _wrong);
        else if (response.IsChanged) Interlocked.Increment(ref _changed);
        else Interlocked.Increment(ref _unchanged);
    }

    /// <summary>The response time that a percentage of the responses did not exceed, in ms; 0 without a response.</summary>
    public double PercentileMilliseconds(double percent)
    {
        lock (_counting) return _times.Percentile(percent) / 1e3;
    }

    /// <summary>Waits until no response is missing, or until patience is exhausted.</summary>
    public async Task WaitAsync(TimeSpan patience)
    {
        var since = time.GetTimestamp();
        while (Missing > 0 && time.GetElapsedTime(since) < patience) await Task.Delay(Step, time);
    }
}
