namespace Dugout.Load.Experiments;

/// <summary>The proxy between requests and API replicas.</summary>
internal enum Proxy
{
    /// <summary>The shop's own gateway, as it ships.</summary>
    Gateway,

    /// <summary>No proxy: requests go directly to the first replica.</summary>
    None,

    /// <summary>An nginx with a typical configuration: see <see cref="Nginx"/>.</summary>
    Nginx,
}
