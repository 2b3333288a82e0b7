using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Notices;

/// <summary>
/// Whether the outbox has room for more pushes, as of about a second ago. The query runs in the background, so that no purchase
/// waits for it; a new process assumes room. The id range of waiting pushes, read from both ends of an index, is an upper bound
/// of their number, so an exact count runs only when the range exceeds the limit.
/// </summary>
public sealed class PushRoom(Databases databases, IOptions<PushOptions> options, TimeProvider clock, ILogger<PushRoom> log)
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private volatile bool _isFull;
    private volatile bool _isKnown;
    private long _since;
    private int _isAsking;

    /// <summary>Whether more pushes may be added to the outbox.</summary>
    public bool Has()
    {
        var isOld = !_isKnown || clock.GetElapsedTime(Interlocked.Read(ref _since)) >= Longest;
        if (isOld && Interlocked.Exchange(ref _isAsking, 1) == 0)
            _ = Task.Run(PollAsync);
        return !_isFull;
    }

    /// <summary>Queries the outbox immediately.</summary>
    public async Task PollAsync()
    {
        try
        {
            var since = clock.GetTimestamp();
            _isFull = await WaitingAsync() >= options.Value.MostWaiting;
            Interlocked.Exchange(ref _since, since);
            _isKnown = true;
        }
        catch (Exception error)
        {
            // The previous value stays; the next caller polls again.
            log.LogDebug("Could not count the waiting pushes: {Reason}; the previous count applies until a later notice retries", error.Message);
        }
        finally
        {
            Interlocked.Exchange(ref _isAsking, 0);
        }
    }

    /// <summary>An upper bound of the number of waiting pushes.</summary>
    private Task<long> WaitingAsync()
    {
        const string Span = "SELECT MAX(id) - MIN(id) FROM outbox FORCE INDEX (in_lane) WHERE lane = @Number";
        const string Count = "SELECT COUNT(*) FROM outbox FORCE INDEX (in_lane) WHERE lane = @Number";
        var lane = new { OutboxLane.Pushes.Number };
        return databases.QueryPrimaryAsync(async primary =>
        {
            var span = await primary.ExecuteScalarAsync<long?>(Span, lane) ?? 0;
            return span < options.Value.MostWaiting ? span : await primary.ExecuteScalarAsync<long>(Count, lane);
        }, CancellationToken.None);
    }
}
