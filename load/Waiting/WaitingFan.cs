using System.Net.Sockets;

namespace Dugout.Load.Waiting;

/// <summary>
/// A waiting fan: a connection that stays open between polls, as a browser's does. Responses are read as they arrive; a poll does not wait for them. It has no thread and no task, and
/// parses no more than it must, so that the machine is left to the servers.
/// </summary>
internal sealed class WaitingFan : SocketAsyncEventArgs
{
    /// <summary>Longer than the response with the document.</summary>
    private const int BufferBytes = 2_048;

    private static byte[] _lastTag = [];

    private readonly byte[] _buffer = new byte[BufferBytes];
    private readonly Queue<(PollCounts Counts, TimeSpan Due)> _open = [];
    private readonly Socket _socket;
    private readonly PollRequest _request;
    private byte[] _tag = [];
    private int _filled;
    private bool _isClosed;

    /// <summary>Takes over a connection.</summary>
    /// <param name="socket">The connection; disposed with the fan.</param>
    /// <param name="request">What it sends.</param>
    public WaitingFan(Socket socket, PollRequest request)
        : base(true) // Nothing flows from the thread that connects to those that read.
    {
        (_socket, _request) = (socket, request);
        // A server that does not read must not stop the thread that sends.
        socket.Blocking = false;
        SetBuffer(_buffer, 0, BufferBytes);
    }

    /// <summary>Whether the server ended the connection, or something else broke it.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>Begins to read.</summary>
    public void Begin()
    {
        try
        {
            while (!_socket.ReceiveAsync(this))
            {
                if (!Read()) return;
            }
        }
        catch (ObjectDisposedException)
        {
            // Closed by this side.
        }
    }

    /// <summary>Sends a poll.</summary>
    /// <param name="counts">Where it and its response are counted.</param>
    /// <param name="due">When it was due.</param>
    public void Poll(PollCounts counts, TimeSpan due)
    {
        Span<byte> request = stackalloc byte[PollRequest.MostBytes];
        lock (_open)
        {
            if (!_isClosed)
            {
                request = request[.._request.Write(_tag, request)];
                if (_socket.Send(request, SocketFlags.None, out var error) == request.Length && error == SocketError.Success)
                {
                    _open.Enqueue((counts, due));
                    counts.Send(due);
                    return;
                }

                // A part of a request cannot be taken back.
                Close(hasEnded: true);
            }
        }

        counts.Fail();
    }

    /// <summary>Closes the connection.</summary>
    public void Close() => Close(hasEnded: false);

    /// <inheritdoc/>
    protected override void OnCompleted(SocketAsyncEventArgs e)
    {
        if (Read()) Begin();
    }

    /// <summary>Reads what was received, and returns whether there may be more.</summary>
    private bool Read()
    {
        if (SocketError == SocketError.Success && BytesTransferred > 0)
        {
            _filled += BytesTransferred;
            if (ReadResponses() && _filled < BufferBytes)
            {
                SetBuffer(_filled, BufferBytes - _filled);
                return true;
            }
        }

        Close(hasEnded: true);
        return false;
    }

    /// <summary>Counts all complete responses; false for what is no response to a poll.</summary>
    private bool ReadResponses()
    {
        try
        {
            var rest = _buffer.AsSpan(0, _filled);
            while (PollResponse.TryRead(rest, out var response))
            {
                lock (_open)
                {
                    if (!_open.TryDequeue(out var poll)) return false;
                    if (!response.Tag.IsEmpty) _tag = Shared(response.Tag);
                    poll.Counts.Receive(response, poll.Due);
                }

                rest = rest[response.Length..];
            }

            rest.CopyTo(_buffer);
            _filled = rest.Length;
            return true;
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }

    /// <summary>Most fans have one of few copies of the document.</summary>
    private static byte[] Shared(ReadOnlySpan<byte> tag)
    {
        var last = _lastTag;
        return tag.SequenceEqual(last) ? last : _lastTag = tag.ToArray();
    }

    private void Close(bool hasEnded)
    {
        lock (_open)
        {
            if (_isClosed) return;
            (_isClosed, HasEnded) = (true, hasEnded);
        }

        _socket.Dispose();
    }
}
