using Microsoft.AspNetCore.HttpOverrides;

namespace Dugout.Gateway.Door;

/// <summary>
/// Proxies in front of the gateway, such as one that ends TLS. Their <c>X-Forwarded-For</c> and <c>X-Forwarded-Proto</c> name the client's address, by which limits count, and the scheme, by
/// which cookies are <c>Secure</c>. The setting <c>Gateway:TrustedProxies</c> lists their networks in CIDR notation. None by default, not even this machine, because clients may run on it.
/// </summary>
internal static class TrustedProxies
{
    private const string Setting = "Gateway:TrustedProxies";

    /// <summary>Prefix of <c>10.0.0.0/8</c>, the widest private network of IPv4: wider networks include public addresses.</summary>
    private const int ShortestPrefix = 8;

    /// <summary>Takes address and scheme from trusted proxies. Must come before the removal of such headers.</summary>
    /// <exception cref="InvalidOperationException">An entry is not a network, or is a public one.</exception>
    public static void UseTrustedProxies(this WebApplication app)
    {
        // Of several addresses only the last one is trusted: the proxy itself has added it.
        var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor | ForwardedHeaders.XForwardedProto, ForwardLimit = 1 };
        options.KnownProxies.Clear();
        options.KnownIPNetworks.Clear();
        foreach (var entry in app.Configuration.GetSection(Setting).GetChildren())
        {
            options.KnownIPNetworks.Add(System.Net.IPNetwork.TryParse(entry.Value, out var network) && network.PrefixLength >= ShortestPrefix
                ? network
                : throw new InvalidOperationException($"The setting {entry.Path} must be a network in CIDR notation with a prefix of {ShortestPrefix} bits or more, such as 10.42.0.0/16, not '{entry.Value}'."));
        }

        // The middleware would trust everybody where no network is known.
        if (options.KnownIPNetworks.Count > 0)
            app.UseForwardedHeaders(options);
    }
}
