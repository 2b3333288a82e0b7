using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.HttpOverrides;
using Microsoft.Extensions.Configuration;

namespace Dugout.Platform.Http;

/// <summary>
/// Who is believed when they say for whom they ask (<c>X-Forwarded-For</c>): whoever asks from this machine, and from the networks of the setting
/// <c>TrustedProxies</c> (CIDR, none by default), where the gateway runs elsewhere. Limits by address stand on it, so a network that anybody
/// may be in isn't taken.
/// </summary>
internal static class TrustedProxies
{
    private const string Setting = "TrustedProxies";

    /// <summary>That of <c>10.0.0.0/8</c>, the widest private network of IPv4: wider ones have strangers in them.</summary>
    private const int ShortestPrefix = 8;

    /// <summary>What the setting says.</summary>
    /// <exception cref="InvalidOperationException">One of them is no network, or one of everybody.</exception>
    public static ForwardedHeadersOptions Read(IConfiguration configuration)
    {
        // Of several addresses the last one is believed: it is the one that the proxy itself has written.
        var options = new ForwardedHeadersOptions { ForwardedHeaders = ForwardedHeaders.XForwardedFor, ForwardLimit = 1 };
        foreach (var entry in configuration.GetSection(Setting).GetChildren())
            options.KnownIPNetworks.Add(NetworkOf(entry));
        return options;
    }

    private static System.Net.IPNetwork NetworkOf(IConfigurationSection entry) =>
        System.Net.IPNetwork.TryParse(entry.Value, out var network) && network.PrefixLength >= ShortestPrefix
            ? network
            : throw new InvalidOperationException(
                $"The setting {entry.Path} is '{entry.Value}'; it is a network of proxies in CIDR notation, of a prefix of {ShortestPrefix} or more: 10.42.0.0/16.");
}
