using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.Configuration;

namespace Dugout.Platform.Http;

/// <summary>
/// Proxies whose headers <c>X-Forwarded-For</c> and <c>X-Forwarded-Proto</c> are trusted: programs on this machine, and those in the networks of the setting
/// <c>TrustedProxies</c> (CIDR, none by default), where the gateway runs elsewhere. Limits by address depend on it, so a network that is open to
/// any client is rejected.
/// </summary>
internal static class TrustedProxies
{
    private const string Setting = "TrustedProxies";

    /// <summary>Prefix of <c>10.0.0.0/8</c>, the widest private network of IPv4: wider networks include public addresses.</summary>
    private const int ShortestPrefix = 8;

    /// <summary>Reads the setting.</summary>
    /// <exception cref="InvalidOperationException">An entry is not a network, or is a public one.</exception>
    public static ForwardedHeadersOptions Read(IConfiguration configuration)
    {
        // Of several addresses only the last one is trusted: the proxy itself has added it.
        var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor | ForwardedHeaders.XForwardedProto, ForwardLimit = 1 };
        foreach (var entry in configuration.GetSection(Setting).GetChildren())
            options.KnownIPNetworks.Add(NetworkOf(entry));
        return options;
    }

    private static System.Net.IPNetwork NetworkOf(IConfigurationSection entry) =>
        System.Net.IPNetwork.TryParse(entry.Value, out var network) && network.PrefixLength >= ShortestPrefix
            ? network
            : throw new InvalidOperationException(
                $"The setting {entry.Path} must be a network of proxies in CIDR notation with a prefix of {ShortestPrefix} bits or more, such as 10.42.0.0/16, not '{entry.Value}'.");
}
