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

    /// <summary>Given out before by this process, whose servers may not listen yet.</summary>
    private static readonly HashSet<int> Given = [];

    /// <summary>A port of 127.0.0.1 nobody listens on. Random, so that two systems starting at once hardly meet; a server that finds its port taken ends at once.</summary>
    /// <exception cref="StartRefusedException">None was free.</exception>
    public static int Pick()
    {
        for (var attempt = 0; attempt < Tries; attempt++)
        {
            var port = RandomNumberGenerator.GetInt32(First, End);
            lock (Given)
            {
                if (IsFree(port) && Given.Add(port))
                    return port;
            }
        }

        throw new StartRefusedException($"No free port between {First} and {End} on 127.0.0.1.");
    }

    private static bool IsFree(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
