using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Primitives;
using Yarp.ReverseProxy.Configuration;
using Yarp.ReverseProxy.ServiceDiscovery;

namespace Dugout.Gateway.Balancing;

/// <summary>
/// Where all replicas share one DNS name, as in containers, each of its addresses becomes a destination, so that policies and
/// health probes see every replica. <c>Replicas:LookUpSeconds</c> is the interval of DNS lookups (1 to 300); without it each name stands for one replica.
/// </summary>
internal static class ReplicaNames
{
    private const string Setting = "Replicas:LookUpSeconds";
    private const int Longest = 300;

    /// <summary>Adds DNS lookups, if the setting is present.</summary>
    /// <exception cref="InvalidOperationException">The setting is not a number in range.</exception>
    public static IReverseProxyBuilder AddReplicaNames(this IReverseProxyBuilder proxy, IConfiguration configuration)
    {
        if (configuration[Setting] is not { Length: > 0 } asked)
            return proxy;
        if (!int.TryParse(asked, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) || seconds is < 1 or > Longest)
            throw new InvalidOperationException($"The setting {Setting} must be a number from 1 to {Longest}, not '{asked}'.");
        proxy.Services.AddSingleton<IDestinationResolver>(new NamesOfReplicas(Dns.GetHostAddressesAsync, TimeSpan.FromSeconds(seconds)));
        return proxy;
    }
}

/// <summary>
/// Resolves a name into one destination per address, periodically. If a lookup fails, the name keeps its previous addresses, or none: while all containers are recreated it has
/// no address for a moment, and YARP's own resolver, which throws then, would retry only after five minutes.
/// </summary>
/// <param name="lookUp">Returns the addresses of a name; throws <see cref="SocketException"/> where there is none.</param>
/// <param name="period">Interval of the lookups.</param>
internal sealed class NamesOfReplicas(Func<string, CancellationToken, Task<IPAddress[]>> lookUp, TimeSpan period) : IDestinationResolver
{
    /// <summary>Time-out of a lookup: health probes run every second, and a lookup must not take longer than they do.</summary>
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
