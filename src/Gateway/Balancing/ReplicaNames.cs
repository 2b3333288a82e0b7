using System.Globalization;

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
        return proxy.AddDnsDestinationResolver(options => options.RefreshPeriod = TimeSpan.FromSeconds(seconds));
    }
}
