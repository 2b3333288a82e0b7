using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Dugout.Infrastructure;

/// <summary>Picks ports for servers that can't be asked to pick one themselves and say which.</summary>
internal static class Ports
{
    // Below the range Linux takes the near end of outgoing connections from (32768 and up, net.ipv4.ip_local_port_range):
    // there a busy load run would soon sit on the port again.
    private const int First = 20_000;
    private const int End = 32_000;
    private const int Tries = 200;

    /// <summary>What marks the ports given out so far, to the end of this process.</summary>
    private static readonly ConcurrentBag<Socket> Marks = [];

    /// <summary>A port of 127.0.0.1 that nobody listens on and no other system that starts now was given, by this or any process.</summary>
    /// <exception cref="StartFailedException">None was free.</exception>
    public static int Pick()
    {
        for (var attempt = 0; attempt < Tries; attempt++)
        {
            var port = RandomNumberGenerator.GetInt32(First, End);
            if (TryTake(port))
                return port;
        }

        throw new StartFailedException($"No free port between {First} and {End} on 127.0.0.1.");
    }

    /// <summary>Whether nobody listens on a port of 127.0.0.1.</summary>
    public static bool IsFree(int port)
    {
        try
        {
            using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            server.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>
    /// Takes a port. Its server may not listen for half a minute yet, so until then the UDP port of the same number is the mark that others see:
    /// no server here uses UDP, and the mark goes with the process.
    /// </summary>
    private static bool TryTake(int port)
    {
        var mark = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            mark.Bind(new IPEndPoint(IPAddress.Loopback, port));
        }
        catch (SocketException)
        {
            mark.Dispose();
            return false;
        }

        if (!IsFree(port))
        {
            mark.Dispose();
            return false;
        }

        Marks.Add(mark);
        return true;
    }
}
