using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Notices;

/// <summary>
/// Whether there is room for more pushes in the outbox, as it was a second ago: nobody who buys waits for an answer to that, so it is asked for beside, and a process that has just
/// begun takes it that there is. Between the first and the last push that wait there are never fewer ids than those that do, and both are found at the ends of an index: only where
/// they are too many is it counted.
/// </summary>
public sealed class PushRoom(Databases databases, IOptions<PushOptions> options, TimeProvider clock, ILogger<PushRoom> log)
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private volatile bool _isFull;
    private volatile bool _isKnown;
    private long _since;
    private int _isAsking;

    /// <summary>Whether one more may wait, or some more.</summary>
    public bool Has()
    {
        var isOld = !_isKnown || clock.GetElapsedTime(Interlocked.Read(ref _since)) >= Longest;
        if (isOld && Interlocked.Exchange(ref _isAsking, 1) == 0)
            _ = Task.Run(PollAsync);
        return !_isFull;
    }

    /// <summary>Looks at once.</summary>
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
            // Whoever comes next asks again. Meanwhile it is as it was.
            log.LogDebug("How many pushes wait isn't known: {Reason}", error.Message);
        }
        finally
        {
            Interlocked.Exchange(ref _isAsking, 0);
        }
    }

    /// <summary>How many wait, at most.</summary>
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
