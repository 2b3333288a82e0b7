using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Dugout.Gateway.Tests;

/// <summary>
/// A replica that takes down what comes off the wire, by a parser of its own that forgives nothing: what the gateway sends has to mean one thing to everybody. Its answer
/// to all of it is the same. Requests that break off are not taken down; what is no request is, as <see cref="Nonsense"/>.
/// </summary>
internal sealed class RecordingReplica : IAsyncDisposable
{
    /// <summary>The method of what is no request.</summary>
    public const string Nonsense = "nonsense";

    private static readonly byte[] Answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray();

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;

    public RecordingReplica()
    {
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>A request as it came.</summary>
    /// <param name="Method">Its method.</param>
    /// <param name="Target">What it is for, still encoded.</param>
    /// <param name="Body">Its body, a character a byte, without its chunks.</param>
    /// <param name="Headers">The names of its headers.</param>
    public sealed record Request(string Method, string Target, string Body, IReadOnlyList<string> Headers);

    public ConcurrentQueue<Request> Requests { get; } = new();

    public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
        }
        catch (Exception end) when (end is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(TcpClient accepted)
    {
        using var client = accepted;
        var wire = new Wire(client.GetStream(), _stop.Token);
        try
        {
            while (await ReadAsync(wire) is { } request)
            {
                if (request.Target != "/health/ready")
                    Requests.Enqueue(request);
                if (request.Method == Nonsense)
                    return;
                await client.GetStream().WriteAsync(Answer, _stop.Token);
            }
        }
        catch (Exception end) when (end is OperationCanceledException or IOException or ObjectDisposedException)
        {
            // The gateway hung up, or the test is over.
        }
    }

    /// <summary>The next request; null if the connection ends before there is a whole one.</summary>
    private static async Task<Request?> ReadAsync(Wire wire)
    {
        if (await wire.UntilAsync("\r\n\r\n") is not { } head)
            return null;
        var lines = head.Split("\r\n");
        var start = lines[0].Split(' ');
        var fields = lines[1..].Select(line => line.Split(": ", 2)).ToList();
        if (start is not [var method, ['/', ..] target, "HTTP/1.1"] || head.Any(letter => letter is '\0') || lines.Any(line => line.AsSpan().ContainsAny('\r', '\n'))
            || fields.Any(field => field is not [{ Length: > 0 } name, _] || name.AsSpan().ContainsAny(" \t")))
        {
            return new(Nonsense, head, "", []);
        }

        var names = fields.ConvertAll(field => field[0]);
        var lengths = Values(fields, "Content-Length");
        var codings = Values(fields, "Transfer-Encoding");
        var body = (lengths, codings) switch
        {
            ([], []) => "",
            ([var length], []) => await wire.ExactlyAsync(int.Parse(length, NumberStyles.None, CultureInfo.InvariantCulture)),
            ([], ["chunked"]) => await ChunksAsync(wire),
            _ => Nonsense,
        };
        return body switch
        {
            null => null,
            Nonsense => new(Nonsense, head, "", names),
            _ => new(method, target, body, names),
        };
    }

    private static string[] Values(List<string[]> fields, string name) =>
        [.. fields.Where(field => field[0].Equals(name, StringComparison.OrdinalIgnoreCase)).Select(field => field[1])];

    private static async Task<string?> ChunksAsync(Wire wire)
    {
        var body = new StringBuilder();
        while (await wire.UntilAsync("\r\n") is { } size)
        {
            if (!int.TryParse(size, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var length))
                return Nonsense;
            if (await wire.ExactlyAsync(length) is not { } chunk || await wire.ExactlyAsync(2) is not { } end)
                return null;
            if (end != "\r\n")
                return Nonsense;
            if (length == 0)
                return body.ToString();
            body.Append(chunk);
        }

        return null;
    }

    /// <summary>Bytes as characters, as they come.</summary>
    private sealed class Wire(NetworkStream stream, CancellationToken stop)
    {
        private readonly byte[] _chunk = new byte[16 * 1024];
        private string _read = "";

        /// <summary>What comes before this; null if it never comes.</summary>
        public async Task<string?> UntilAsync(string end)
        {
            int at;
            while ((at = _read.IndexOf(end, StringComparison.Ordinal)) < 0)
            {
                if (!await MoreAsync())
                    return null;
            }

            return Take(at, end.Length);
        }

        /// <summary>So many characters; null if there are fewer.</summary>
        public async Task<string?> ExactlyAsync(int length)
        {
            while (_read.Length < length)
            {
                if (!await MoreAsync())
                    return null;
            }

            return Take(length, 0);
        }

        private string Take(int length, int more)
        {
            var taken = _read[..length];
            _read = _read[(length + more)..];
            return taken;
        }

        private async Task<bool> MoreAsync()
        {
            var read = await stream.ReadAsync(_chunk, stop);
            _read += Encoding.Latin1.GetString(_chunk, 0, read);
            return read > 0;
        }
    }
}
