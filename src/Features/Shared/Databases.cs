using Microsoft.Extensions.Configuration;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>
/// Where the MySQL servers are: one primary, any number of replicas. Read from the connection strings <c>Primary</c> and
/// <c>Replica1</c>, <c>Replica2</c>, … of the configuration.
/// </summary>
public sealed class Databases
{
    /// <summary>Reads the addresses.</summary>
    /// <exception cref="InvalidOperationException">There is no primary.</exception>
    public Databases(IConfiguration configuration)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        Primary = configuration.GetConnectionString("Primary")
            ?? throw new InvalidOperationException("The setting ConnectionStrings:Primary is missing.");
        Replicas = Enumerable.Range(1, int.MaxValue)
            .Select(number => configuration.GetConnectionString($"Replica{number}"))
            .TakeWhile(address => !string.IsNullOrEmpty(address))
            .ToList()!;
    }

    /// <summary>Connection string of the primary server.</summary>
    public string Primary { get; }

    /// <summary>Connection strings of the replicas; empty where there are none.</summary>
    public IReadOnlyList<string> Replicas { get; }

    /// <summary>Opens a connection to the primary.</summary>
    public Task<MySqlConnection> OpenPrimaryAsync(CancellationToken cancellation) => OpenAsync(Primary, cancellation);

    /// <summary>Opens a connection to one of the servers.</summary>
    internal static async Task<MySqlConnection> OpenAsync(string address, CancellationToken cancellation)
    {
        var connection = new MySqlConnection(address);
        try
        {
            await connection.OpenAsync(cancellation);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }
}
