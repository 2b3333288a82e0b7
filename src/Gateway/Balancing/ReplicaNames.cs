using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Primitives;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Where all replicas lie behind one name, as in containers, each address that the name has becomes a destination of its own, so that policies and
/// health see every replica. <c>Replicas:LookUpSeconds</c> says how often the name is looked up anew (1 to 300); without it names are those of one replica each.
/// </summary>
internal static class ReplicaNames
{
    private const string Setting = "Replicas:LookUpSeconds";
    private const int Longest = 300;

    /// <summary>Looks names up, if the settings say so.</summary>
    /// <exception cref="InvalidOperationException">The setting is no such number.</exception>
    public static IReverseProxyBuilder AddReplicaNames(this IReverseProxyBuilder proxy, IConfiguration configuration)
    {
        if (configuration[Setting] is not { Length: > 0 } asked)
            return proxy;
        if (!int.TryParse(asked, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) || seconds is < 1 or > Longest)
            throw new InvalidOperationException($"{Setting}: '{asked}' is not a number from 1 to {Longest}.");
        proxy.Services.AddSingleton<IDestinationResolver>(new NamesOfReplicas(Dns.GetHostAddressesAsync, TimeSpan.FromSeconds(seconds)));
        return proxy;
    }
}

/// <summary>
/// Makes a destination of each address of a name, again and again. A name that can't be looked up keeps the addresses it had, or none: while all containers are made anew it has
/// no address for a moment, and YARP's own resolver, which throws then, would be asked again after five minutes only.
/// </summary>
/// <param name="lookUp">The addresses of a name; throws <see cref="SocketException"/> where there is none.</param>
/// <param name="period">After which names are looked up anew.</param>
internal sealed class NamesOfReplicas(Func<string, CancellationToken, Task<IPAddress[]>> lookUp, TimeSpan period) : IDestinationResolver
{
    /// <summary>So long a lookup may take: health looks at replicas every second, and nobody waits for a name longer than for them.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly ConcurrentDictionary<string, IPAddress[]> _last = new();

    /// <inheritdoc/>
    public async ValueTask<ResolvedDestinationCollection> ResolveDestinationsAsync(IReadOnlyDictionary<string, DestinationConfig> destinations, CancellationToken cancellationToken)
    {
        var resolved = new Dictionary<string, DestinationConfig>();
        foreach (var (id, destination) in destinations)
        {
            var (named, health) = (new Uri(destination.Address), destination.Health is { Length: > 0 } address ? new Uri(address) : null);
            foreach (var found in await AddressesAsync(named.DnsSafeHost, cancellationToken))
            {
                resolved[$"{id}[{found}]"] = destination with
                {
                    Host = destination.Host ?? named.Authority,
                    Address = At(named, found),
                    Health = health is null ? null : At(health, found),
                };
            }
        }

        return new(resolved, new CancellationChangeToken(new CancellationTokenSource(period).Token));
    }

    private async Task<IPAddress[]> AddressesAsync(string name, CancellationToken cancellation)
    {
        try
        {
            return _last[name] = await lookUp(name, cancellation).WaitAsync(Patience, cancellation);
        }
        catch (Exception error) when (error is SocketException or TimeoutException)
        {
            return _last.GetValueOrDefault(name, []);
        }
    }

    private static string At(Uri named, IPAddress address) => new UriBuilder(named) { Host = address.ToString() }.Uri.AbsoluteUri;
}
