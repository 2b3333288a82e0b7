using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;

namespace Dugout.Infrastructure.Processes;

/// <summary>Picks ports for servers that cannot pick one themselves and report it.</summary>
internal static class Ports
{
    // Below the range from which Linux assigns local ports of outgoing connections (32768 and up, net.ipv4.ip_local_port_range):
    // inside it a busy load run would soon use the port again.
    private const int First = 20_000;
    private const int End = 32_000;
    private const int Tries = 200;

    /// <summary>Sockets that mark the assigned ports until this process ends.</summary>
    private static readonly ConcurrentBag<Socket> Marks = [];

    /// <summary>Returns a port of 127.0.0.1 that is free and has not been assigned to another starting system, by this or any other process.</summary>
    /// <exception cref="StartFailedException">No port was free.</exception>
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

    /// <summary>Whether a port of 127.0.0.1 is free.</summary>
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
    /// Reserves a port. Its server may start to listen only half a minute later, so the UDP port of the same number marks it until then:
    /// no server here uses UDP, and the mark disappears with the process.
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
