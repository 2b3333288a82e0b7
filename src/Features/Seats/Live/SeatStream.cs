using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Dugout.Features.Seats;

/// <summary>
/// What one client is sent of a game. All streams of a game share the bytes of each message. A client that is too slow is not buffered for: its stream ends, and it continues by
/// version. Disposed with its response.
/// </summary>
internal sealed class SeatStream : IDisposable
{
    /// <summary>Clients that lose their replica come back at different times.</summary>
    private static readonly TimeSpan Soonest = TimeSpan.FromSeconds(1);
    private const int SpreadMilliseconds = 3_000;

    private readonly Channel<SeatSource.Message> _messages;
    private readonly CancellationTokenRegistration _stopping;
    private readonly Func<bool> _isRevoked;
    private readonly Action<SeatStream> _leave;
    private volatile bool _isTooSlow;
    private volatile bool _hasEnded;
    private int _left;

    /// <summary>Creates a stream.</summary>
    /// <param name="backlog">Number of messages it may be behind.</param>
    /// <param name="isRevoked">Whether the session of its request has been revoked.</param>
    /// <param name="leave">Takes it out of its source and of the limits.</param>
    /// <param name="stopping">Is cancelled when the server asks for the end of the connection.</param>
    public SeatStream(int backlog, Func<bool> isRevoked, Action<SeatStream> leave, CancellationToken stopping)
    {
        _messages = Channel.CreateBounded<SeatSource.Message>(new BoundedChannelOptions(backlog) { SingleReader = true });
        (_isRevoked, _leave) = (isRevoked, leave);
        _stopping = stopping.Register(End);
    }

    /// <summary>Whether the session of its request has been revoked; never for an anonymous request.</summary>
    public bool IsRevoked => _isRevoked();

    /// <summary>Sends a message, or ends the stream if the client is too far behind.</summary>
    /// <returns>False if the stream has ended.</returns>
    public bool TrySend(SeatSource.Message message)
    {
        if (_messages.Writer.TryWrite(message))
            return true;
        // False, too, where the stream was ended on purpose: the client then gets what was sent before.
        _isTooSlow = !_hasEnded;
        End();
        return false;
    }

    /// <summary>Ends the stream after the messages that were sent.</summary>
    public void End()
    {
        _hasEnded = true;
        _messages.Writer.TryComplete();
    }

    /// <summary>The messages, until the stream ends.</summary>
    public async IAsyncEnumerable<SseItem<byte[]>> ReadAsync([EnumeratorCancellation] CancellationToken cancellation)
    {
        TimeSpan? retry = Soonest + TimeSpan.FromMilliseconds(Random.Shared.Next(SpreadMilliseconds));
        await foreach (var message in _messages.Reader.ReadAllAsync(cancellation))
        {
            if (_isTooSlow)
                break;
            yield return new(message.Data, message.Event) { EventId = message.Version, ReconnectionInterval = retry };
            retry = null;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _left, 1) != 0)
            return;
        End();
        _stopping.Dispose();
        _leave(this);
    }
}
