namespace Dugout.Faults.Services;

/// <summary>No pools of connections: each transaction and each query opens a connection and closes it.</summary>
internal static class NoPools
{
    /// <summary>The product's databases, at addresses without pooling.</summary>
    public static Databases Make(IServiceProvider services) => OtherAddresses.Make(
        services, name => name == "Primary" || name.StartsWith("Replica", StringComparison.Ordinal), address => address.Pooling = false);
}
