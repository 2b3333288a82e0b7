using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dugout.Features.Tests.Shared;

/// <summary>
/// Stands before a server and passes bytes on, until it is frozen: then connections stay open and nothing moves, as with a
/// server that hangs. Counts how often a word was sent to the server, frozen or not.
/// </summary>
internal sealed class FreezableProxy : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly int _server;
    private readonly string _word;
    private volatile TaskCompletionSource _flow = Flowing();
    private int _words;

    public FreezableProxy(int server, string word)
    {
        (_server, _word) = (server, word);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public int Words => _words;

    public void Freeze() => _flow = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Thaw() => _flow.TrySetResult();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stop.Dispose();
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
                connections.Add(PassAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
        }
        catch (Exception end) when (end is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task PassAsync(TcpClient accepted)
    {
        using var client = accepted;
        using var server = new TcpClient();
        try
        {
            await server.ConnectAsync(IPAddress.Loopback, _server, _stop.Token);
            await await Task.WhenAny(
                PumpAsync(client.GetStream(), server.GetStream(), Count),
                PumpAsync(server.GetStream(), client.GetStream(), _ => { }));
        }
        catch (Exception end) when (end is OperationCanceledException or IOException or SocketException)
        {
            // One side hung up, or the proxy ends.
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, Action<string> see)
    {
        var buffer = new byte[64 * 1024];
        int read;
        while ((read = await from.ReadAsync(buffer, _stop.Token)) > 0)
        {
            see(Encoding.Latin1.GetString(buffer, 0, read));
            await _flow.Task.WaitAsync(_stop.Token);
            await to.WriteAsync(buffer.AsMemory(0, read), _stop.Token);
        }
    }

    private void Count(string sent) => Interlocked.Add(ref _words, sent.Split(_word).Length - 1);
}
