using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Dugout.Tests.Support;

/// <summary>What a link does to those who talk over it.</summary>
public enum LinkFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Every answer comes late.</summary>
    Latency,

    /// <summary>What is asked arrives, and what is answered is lost, like one direction of a link that drops everything. Connections stay open, and are of no use.</summary>
    BlackHole,

    /// <summary>Nothing moves in either direction, as with a server that hangs; all of it arrives once the fault is over.</summary>
    Freeze,

    /// <summary>Every connection is reset, and so is each new one.</summary>
    Reset,
}

/// <summary>
/// Stands before a server and passes bytes on, until a test makes its link faulty, or freezes or cuts it at a response.
/// Keeps what was sent to the server, whether it arrived or not.
/// </summary>
public sealed partial class FaultyProxy : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly int _server;
    private readonly TimeSpan _latency;
    private readonly ConcurrentDictionary<int, ConcurrentQueue<byte[]>> _sent = new();
    private readonly TaskCompletionSource _heldBack = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile TaskCompletionSource _flow = Flowing();
    private volatile TaskCompletionSource _answers = Flowing();
    private volatile CancellationTokenSource _open = new();
    private volatile Func<byte[], bool> _cutBefore = _ => false;
    private volatile Func<byte[], bool> _holdBack = _ => false;
    private volatile LinkFault _fault;
    private Action<byte[]> _watch = _ => { };
    private int _connections;

    /// <summary>Listens, on a port of its own.</summary>
    /// <param name="server">The server's port on this machine.</param>
    /// <param name="latency">How late answers come when the link is slow; 300 ms unless said.</param>
    public FaultyProxy(int server, TimeSpan? latency = null)
    {
        (_server, _latency) = (server, latency ?? TimeSpan.FromMilliseconds(300));
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Ends when an answer is held back; see <see cref="FreezeAnswers"/>.</summary>
    public Task HeldBack => _heldBack.Task;

    /// <summary>What was sent to the server since last asked, a connection each.</summary>
    public IReadOnlyList<byte[]> TakeSent()
    {
        List<byte[]> taken = [];
        foreach (var chunks in _sent.Values)
        {
            List<byte> bytes = [];
            while (chunks.TryDequeue(out var chunk))
                bytes.AddRange(chunk);
            if (bytes.Count > 0)
                taken.Add([.. bytes]);
        }

        return taken;
    }

    /// <summary>Makes the link faulty in one way from now on, or mends it. Connections that lost something are reset then.</summary>
    public void Suffer(LinkFault fault)
    {
        var before = _fault;
        _fault = fault;
        Thaw();
        if (fault == LinkFault.Freeze)
            Freeze();
        if (fault == LinkFault.Reset || before == LinkFault.BlackHole)
            Cut();
    }

    /// <summary>Makes the link faulty once something is sent that looks like this; it is the first that a freeze holds up, and arrives with any other fault.</summary>
    /// <returns>Ends when it is sent.</returns>
    public Task SufferFrom(Func<byte[], bool> sent, LinkFault fault)
    {
        var met = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _watch, chunk =>
        {
            if (!sent(chunk))
                return;
            Volatile.Write(ref _watch, _ => { });
            Suffer(fault);
            met.TrySetResult();
        });
        return met.Task;
    }

    /// <summary>From now on nothing moves, until the thaw.</summary>
    public void Freeze() => _flow = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>From now on an answer of the server that looks like this doesn't come through, nor anything after it, until the thaw.</summary>
    public void FreezeAnswers(Func<byte[], bool> answer)
    {
        _answers = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _holdBack = answer;
    }

    /// <summary>Everything moves again.</summary>
    public void Thaw()
    {
        _flow.TrySetResult();
        _answers.TrySetResult();
    }

    /// <summary>Closes every connection, as a server does that dies.</summary>
    public void Cut() => Interlocked.Exchange(ref _open, new()).Cancel();

    /// <summary>From now on closes a connection instead of passing on an answer of the server that looks like this.</summary>
    public void CutBefore(Func<byte[], bool> answer) => _cutBefore = answer;

    /// <summary>Closes every connection and stops listening.</summary>
    public async ValueTask DisposeAsync()
    {
        Thaw();
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stop.Dispose();
        _open.Dispose();
    }

    private static TaskCompletionSource Flowing()
    {
        var flow = new TaskCompletionSource();
        flow.SetResult();
        return flow;
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
                connections.Add(PassAsync(await _listener.AcceptTcpClientAsync(_stop.Token), Interlocked.Increment(ref _connections)));
        }
        catch (Exception end) when (end is OperationCanceledException or SocketException or InvalidOperationException)
        {
            // Stopped: while it waited for the next connection, or before it did.
            await Task.WhenAll(connections);
        }
    }

    private async Task PassAsync(TcpClient accepted, int number)
    {
        using var client = accepted;
        using var server = new TcpClient { NoDelay = true };
        using var open = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, _open.Token);
        client.NoDelay = true;
        var sent = _sent.GetOrAdd(number, _ => new());
        try
        {
            if (_fault == LinkFault.Reset)
                throw new IOException("Reset.");
            await server.ConnectAsync(IPAddress.Loopback, _server, open.Token);
            await await Task.WhenAny(
                PumpAsync(client.GetStream(), server.GetStream(), chunk => Note(number, sent, chunk), _ => Task.FromResult(true), open.Token),
                PumpAsync(server.GetStream(), client.GetStream(), _ => _fault == LinkFault.Latency ? _latency : TimeSpan.Zero, chunk => PassAsync(number, chunk, open.Token), open.Token));
        }
        catch (Exception end) when (end is OperationCanceledException or IOException or SocketException or InvalidOperationException)
        {
            // One side hung up, perhaps before it had a stream, or the proxy cuts or ends.
        }

        if (_fault == LinkFault.Reset)
            client.LingerState = new(enable: true, seconds: 0); // Closing sends a reset, then.
        await open.CancelAsync();
    }

    private TimeSpan Note(int connection, ConcurrentQueue<byte[]> sent, byte[] chunk)
    {
        sent.Enqueue(chunk);
        NoteRequest(connection, chunk);
        Volatile.Read(ref _watch)(chunk);
        return TimeSpan.Zero;
    }

    /// <summary>Whether a connection lives on after an answer.</summary>
    private async Task<bool> PassAsync(int connection, byte[] answer, CancellationToken open)
    {
        NoteAnswer(connection);
        if (_cutBefore(answer))
            return false;
        if (_holdBack(answer))
        {
            _heldBack.TrySetResult();
            await _answers.Task.WaitAsync(open);
        }

        // What was lost isn't sent again, so nothing may come after it either.
        if (_fault == LinkFault.BlackHole)
            await Task.Delay(Timeout.Infinite, open);
        return true;
    }
}
