using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Faults.Services;

/// <summary>No pools of connections: each transaction and each query opens a connection and closes it.</summary>
internal static class NoPools
{
    /// <summary>The product's databases, at addresses without pooling.</summary>
    public static Databases Make(IServiceProvider services)
    {
        var configuration = services.GetRequiredService<IConfiguration>();
        var addresses = configuration.GetSection("ConnectionStrings").GetChildren()
            .Where(one => one.Value is { Length: > 0 } && (one.Key == "Primary" || one.Key.StartsWith("Replica", StringComparison.Ordinal)))
            .ToDictionary(one => one.Path, string? (one) => new MySqlConnectionStringBuilder(one.Value!) { Pooling = false }.ConnectionString);
        return new(
            new ConfigurationBuilder().AddConfiguration(configuration).AddInMemoryCollection(addresses).Build(),
            services.GetRequiredService<IOptions<DatabaseOptions>>());
    }
}
