using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Faults.Services;

/// <summary>The product's databases at changed connection strings.</summary>
internal static class OtherAddresses
{
    /// <summary>Makes them.</summary>
    /// <param name="services">The product's services.</param>
    /// <param name="isChanged">Which connection strings to change, by name.</param>
    /// <param name="change">Changes one.</param>
    public static Databases Make(IServiceProvider services, Predicate<string> isChanged, Action<MySqlConnectionStringBuilder> change)
    {
        var configuration = services.GetRequiredService<IConfiguration>();
        var addresses = new Dictionary<string, string?>();
        foreach (var one in configuration.GetSection("ConnectionStrings").GetChildren().Where(one => one.Value is { Length: > 0 } && isChanged(one.Key)))
        {
            var address = new MySqlConnectionStringBuilder(one.Value!);
            change(address);
            addresses[one.Path] = address.ConnectionString;
        }

        return new(
            new ConfigurationBuilder().AddConfiguration(configuration).AddInMemoryCollection(addresses).Build(),
            services.GetRequiredService<IOptions<DatabaseOptions>>());
    }
}
