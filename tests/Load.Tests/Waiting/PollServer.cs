using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dugout.Load.Tests.Waiting;

/// <summary>A server that a test tells what to respond, and when not to.</summary>
internal sealed class PollServer : IDisposable
{
    /// <summary>Instead of a response: the server closes the connection.</summary>
    public const string Close = "";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly ConcurrentBag<Socket> _connections = [];
    private readonly SemaphoreSlim _received = new(0);
    private readonly Func<int, string?> _respond;

    /// <summary>Starts it.</summary>
    /// <param name="respond">The response to a request by its number on its connection, from 0; null for none.</param>
    public PollServer(Func<int, string?> respond)
    {
        _respond = respond;
        _listener.Start(backlog: 128);
        _ = AcceptAsync();
    }

    /// <summary>Its address.</summary>
    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>All requests, with the client's port.</summary>
    public ConcurrentQueue<(int Port, string Text)> Requests { get; } = new();

    /// <summary>A response.</summary>
    public static string Response(int status, string tag, string body) =>
        $"HTTP/1.1 {status} Any\r\n{(status == 304 ? "" : $"content-length: {body.Length}\r\n")}Server: test\r\n{(tag is "" ? "" : $"ETag: {tag}\r\n")}Age: 0\r\n\r\n{body}";

    /// <summary>A new document.</summary>
    public static string Document(string tag) => Response(200, tag, """{"state":"open","drawn":10}""");

    /// <summary>Waits until so many more requests have arrived.</summary>
    /// <exception cref="TimeoutException">They have not.</exception>
    public async Task ReceiveAsync(int count)
    {
        for (var n = 0; n < count; n++)
        {
            if (!await _received.WaitAsync(Patience)) throw new TimeoutException($"{n} of {count} requests");
        }
    }

    public void Dispose()
    {
        _listener.Dispose();
        foreach (var connection in _connections) connection.Dispose();
        _received.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var connection = await _listener.AcceptSocketAsync();
                _connections.Add(connection);
                _ = ServeAsync(connection);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(Socket connection)
    {
        try
        {
            var (text, buffer, port) = ("", new byte[1 << 16], ((IPEndPoint)connection.RemoteEndPoint!).Port);
            for (var number = 0; await connection.ReceiveAsync(buffer) is > 0 and var bytes;)
            {
                text += Encoding.ASCII.GetString(buffer, 0, bytes);
                for (; text.IndexOf("\r\n\r\n", StringComparison.Ordinal) is >= 0 and var end; text = text[(end + 4)..])
                {
                    Requests.Enqueue((port, text[..end]));
                    var response = _respond(number++);
                    if (response is Close) connection.Dispose();
                    else if (response is not null) await connection.SendAsync(Encoding.ASCII.GetBytes(response));
                    _received.Release();
                }
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The client has gone.
        }
    }
}
