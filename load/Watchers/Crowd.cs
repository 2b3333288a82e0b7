using System.Net;
using System.Net.Sockets;
using System.Text;
using Dugout.Load.Client;

namespace Dugout.Load.Watchers;

/// <summary>Many open streams of one game, spread over loopback addresses. They count bytes and parse nothing, so that the machine is left to the servers.</summary>
internal sealed class Crowd : IDisposable
{
    /// <summary>Below the limit of streams of one address.</summary>
    private const int StreamsAnAddress = 400;
    private const int AtOnce = 64;
    private const int BufferBytes = 16 * 1024;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <summary>What arrives is not looked at, so all streams may write to one buffer.</summary>
    private static readonly byte[] Discarded = new byte[BufferBytes];

    private readonly List<Socket> _sockets = [];
    private long _bytes;
    private int _ended;

    /// <summary>Bytes received so far, by all streams.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    /// <summary>Number of streams that the server has ended.</summary>
    public int Ended => Volatile.Read(ref _ended);

    /// <summary>Opens the streams.</summary>
    /// <exception cref="NoSystemException">The server rejected one.</exception>
    public static async Task<Crowd> OpenAsync(Uri server, long game, int count)
    {
        var crowd = new Crowd();
        try
        {
            await Parallel.ForEachAsync(Enumerable.Range(0, count), new ParallelOptions { MaxDegreeOfParallelism = AtOnce }, (index, _) => crowd.AddAsync(server, game, index));
            return crowd;
        }
        catch
        {
            crowd.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        lock (_sockets) _sockets.ForEach(socket => socket.Dispose());
    }

    private async ValueTask AddAsync(Uri server, long game, int index)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        lock (_sockets) _sockets.Add(socket);
        socket.Bind(new IPEndPoint(new IPAddress([127, 0, 1, (byte)(1 + (index / StreamsAnAddress))]), 0));
        using var late = new CancellationTokenSource(Patience);
        try
        {
            await socket.ConnectAsync(IPAddress.Loopback, server.Port, late.Token);
            await socket.SendAsync(Encoding.ASCII.GetBytes($"GET /api/games/{game}/seat-changes HTTP/1.1\r\nHost: {server.Authority}\r\n\r\n"), late.Token);
            var first = new byte[BufferBytes];
            var received = await socket.ReceiveAsync(first, late.Token);
            var status = Encoding.ASCII.GetString(first, 0, Math.Min(received, "HTTP/1.1 200".Length));
            if (status != "HTTP/1.1 200") throw new NoSystemException($"{server} rejected a stream: {status}");
        }
        catch (Exception away) when (away is SocketException or OperationCanceledException)
        {
            throw new NoSystemException($"{server} did not open a stream: {away.Message}");
        }

        _ = CountAsync(socket);
    }

    /// <summary>Reads and discards what arrives, until the other side ends the connection or this side closes it.</summary>
    /// <param name="socket">The connection.</param>
    /// <param name="received">Called with the number of bytes.</param>
    /// <returns>Whether the other side ended it.</returns>
    internal static async Task<bool> DiscardAsync(Socket socket, Action<int> received)
    {
        try
        {
            while (await socket.ReceiveAsync(Discarded) is > 0 and var bytes) received(bytes);
            return true;
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }

    private async Task CountAsync(Socket socket)
    {
        if (await DiscardAsync(socket, bytes => Interlocked.Add(ref _bytes, bytes))) Interlocked.Increment(ref _ended);
    }
}
