using System.Runtime.CompilerServices;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Faults.Services;

/// <summary>
/// One pool of connections to the primary for writes and reads alike, as in a program with one connection string: waiting reads keep others
/// from writing, and every read resets its session.
/// </summary>
internal static class OnePool
{
    /// <summary>The product's databases, with one address for everything that is sent to the primary.</summary>
    public static Databases Make(IServiceProvider services)
    {
        var configuration = services.GetRequiredService<IConfiguration>();
        // What Entity Framework's provider would add to it, which makes a pool of its own.
        var primary = new MySqlConnectionStringBuilder(configuration.GetConnectionString("Primary") ?? "") { AllowUserVariables = true, UseAffectedRows = false };
        var databases = new Databases(
            new ConfigurationBuilder().AddConfiguration(configuration)
                .AddInMemoryCollection(new Dictionary<string, string?> { ["ConnectionStrings:Primary"] = primary.ConnectionString }).Build(),
            services.GetRequiredService<IOptions<DatabaseOptions>>());
        ReadsOf(databases.Writers[0]) = databases.Primary;
        return databases;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Reads>k__BackingField")]
    private static extern ref string ReadsOf(WriterNode primary);
}
