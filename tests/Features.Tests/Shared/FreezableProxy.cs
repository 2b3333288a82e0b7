using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Dugout.Features.Tests.Shared;

/// <summary>
/// Stands before a server and passes bytes on, until it is frozen: then connections stay open and nothing moves, as with a
/// server that hangs; or until it is told to cut. Keeps what was sent to the server, frozen or not.
/// </summary>
internal sealed class FreezableProxy : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly int _server;
    private readonly ConcurrentDictionary<int, ConcurrentQueue<byte[]>> _sent = new();
    private volatile TaskCompletionSource _flow = Flowing();
    private volatile TaskCompletionSource _answers = Flowing();
    private volatile CancellationTokenSource _open = new();
    private volatile Func<byte[], bool> _cutBefore = _ => false;
    private volatile Func<byte[], bool> _holdBack = _ => false;
    private readonly TaskCompletionSource _heldBack = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _connections;

    public FreezableProxy(int server)
    {
        _server = server;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

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

    public void Freeze() => _flow = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>From now on an answer of the server that looks like this doesn't come through, nor anything after it, until the thaw.</summary>
    public void FreezeAnswers(Func<byte[], bool> answer)
    {
        _answers = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _holdBack = answer;
    }

    /// <summary>Ends when such an answer is there.</summary>
    public Task HeldBack => _heldBack.Task;

    public void Thaw()
    {
        _flow.TrySetResult();
        _answers.TrySetResult();
    }

    /// <summary>Closes every connection, as a server does that dies.</summary>
    public void Cut() => Interlocked.Exchange(ref _open, new()).Cancel();

    /// <summary>From now on closes a connection instead of passing on an answer of the server that looks like this.</summary>
    public void CutBefore(Func<byte[], bool> answer) => _cutBefore = answer;

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
        using var server = new TcpClient();
        using var open = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token, _open.Token);
        var sent = _sent.GetOrAdd(number, _ => new());
        try
        {
            await server.ConnectAsync(IPAddress.Loopback, _server, open.Token);
            await await Task.WhenAny(
                PumpAsync(client.GetStream(), server.GetStream(), chunk => { sent.Enqueue(chunk); return Task.FromResult(true); }, open.Token),
                PumpAsync(server.GetStream(), client.GetStream(), chunk => PassAsync(chunk, open.Token), open.Token));
        }
        catch (Exception end) when (end is OperationCanceledException or IOException or SocketException)
        {
            // One side hung up, or the proxy cuts or ends.
        }
    }

    private async Task<bool> PassAsync(byte[] answer, CancellationToken open)
    {
        if (_cutBefore(answer))
            return false;
        if (_holdBack(answer))
        {
            _heldBack.TrySetResult();
            await _answers.Task.WaitAsync(open);
        }

        return true;
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, Func<byte[], Task<bool>> pass, CancellationToken open)
    {
        var buffer = new byte[64 * 1024];
        int read;
        while ((read = await from.ReadAsync(buffer, open)) > 0)
        {
            if (!await pass(buffer[..read]))
                return;
            await _flow.Task.WaitAsync(open);
            await to.WriteAsync(buffer.AsMemory(0, read), open);
        }
    }
}
