namespace Dugout.Load.Experiments;

/// <summary>Through what requests come to the API replicas.</summary>
internal enum Door
{
    /// <summary>The shop's own gateway, as it ships.</summary>
    Gateway,

    /// <summary>Nothing: straight to the first replica.</summary>
    None,

    /// <summary>An nginx, set up as such proxies are: see <see cref="Nginx"/>.</summary>
    Nginx,
}
