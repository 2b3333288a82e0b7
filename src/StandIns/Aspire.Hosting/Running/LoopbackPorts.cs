// Gives every endpoint of a program its port before anything starts. There is no proxy: callers dial the port the program listens on.
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Aspire.Hosting.ApplicationModel;

namespace Aspire.Hosting.Running;

internal static class LoopbackPorts
{
    // Below the range the kernel takes outgoing ports from, so that no connection sits on a port between now and its use.
    private const int Lowest = 20_000;
    private const int Highest = 32_000;

    // Another AppHost may be choosing, and a program that waits for others listens much later: till this process ends, the UDP port of the
    // same number marks a port as given.
    private static readonly ConcurrentBag<Socket> Marks = [];

    public static void Allocate(IEnumerable<IResource> programs)
    {
        var endpoints = programs.SelectMany(program => program.Annotations.OfType<EndpointAnnotation>(), (program, endpoint) => (program.Name, endpoint)).ToArray();
        var taken = new Dictionary<int, string>();
        foreach (var (resource, endpoint) in endpoints)
        {
            if (endpoint.Port is { } outside && endpoint.TargetPort is { } inside && outside != inside)
                throw new NotSupportedException($"resource '{resource}', endpoint '{endpoint.Name}': port {outside} in front of target port {inside} needs a proxy");
            if ((endpoint.Port ?? endpoint.TargetPort) is not { } port)
                continue;
            if (taken.TryGetValue(port, out var other))
                throw new DistributedApplicationException($"resources '{other}' and '{resource}' both want port {port}");
            if (!IsFree(port))
                throw new DistributedApplicationException($"resource '{resource}' cannot start: its port {port} (endpoint '{endpoint.Name}') is already taken by another program");
            taken.Add(port, resource);
        }

        foreach (var (_, endpoint) in endpoints)
        {
            var port = endpoint.Port ?? endpoint.TargetPort ?? FreePort(taken);
            endpoint.AllocatedEndpoint = new AllocatedEndpoint(endpoint, endpoint.TargetHost, port);
        }
    }

    private static int FreePort(Dictionary<int, string> taken)
    {
        while (true)
        {
            var port = Random.Shared.Next(Lowest, Highest);
            var mark = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            Marks.Add(mark);
            if (!taken.ContainsKey(port) && IsFree(port) && Binds(mark, IPAddress.Loopback, port))
                return port;
        }
    }

    /// <summary>"localhost" is both loopbacks to a program that listens on it, so both must be free; a machine without IPv6 has one.</summary>
    private static bool IsFree(int port) => CanListen(IPAddress.Loopback, port) && (!Socket.OSSupportsIPv6 || CanListen(IPAddress.IPv6Loopback, port));

    private static bool CanListen(IPAddress address, int port)
    {
        using var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        return Binds(listener, address, port);
    }

    private static bool Binds(Socket socket, IPAddress address, int port)
    {
        try
        {
            socket.Bind(new IPEndPoint(address, port));
            return true;
        }
        catch (SocketException error)
        {
            return error.SocketErrorCode == SocketError.AddressNotAvailable;
        }
    }
}
