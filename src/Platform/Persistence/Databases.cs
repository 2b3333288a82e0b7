using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Addresses of the MySQL servers: one primary and any number of replicas, from the connection strings <c>Primary</c> and
/// <c>Replica1</c>, <c>Replica2</c>, … of the configuration. All time-outs of the servers are set here and nowhere else.
/// </summary>
public sealed class Databases
{
    /// <summary>Reads the addresses.</summary>
    /// <exception cref="InvalidOperationException">The primary's connection string is missing.</exception>
    public Databases(IConfiguration configuration, IOptions<DatabaseOptions> options)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(options);
        Primary = Bounded(configuration.GetConnectionString("Primary")
            ?? throw new InvalidOperationException("The setting ConnectionStrings:Primary is missing."), options.Value);
        PrimaryReads = WithoutReset(Primary);
        Replicas = Enumerable.Range(1, int.MaxValue)
            .Select(number => configuration.GetConnectionString($"Replica{number}"))
            .TakeWhile(address => !string.IsNullOrEmpty(address))
            .Select(address => WithoutReset(Bounded(address!, options.Value)))
            .ToList();
    }

    /// <summary>Connection string of the primary server.</summary>
    public string Primary { get; }

    /// <summary>Connection string of the primary for queries that change nothing.</summary>
    internal string PrimaryReads { get; }

    /// <summary>Connection strings of the replicas, for reads only; empty where there are none.</summary>
    public IReadOnlyList<string> Replicas { get; }

    /// <summary>Leases a connection to the primary. Its session is reset first, so nothing of the last user's state remains.</summary>
    public Task<LeasedConnection> OpenPrimaryAsync(CancellationToken cancellation) => LeasedConnection.OpenAsync(Primary, cancellation);

    /// <summary>
    /// Runs a query on the primary that changes nothing. These connections have a pool of their own and are not reset, because a reset costs a round trip per query: so
    /// a query must leave no transaction and no setting behind. Nor are connections checked for liveness: where one is dead, the query runs again.
    /// </summary>
    public async Task<T> QueryPrimaryAsync<T>(Func<LeasedConnection, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(question);
        try
        {
            return await QueryAsync(PrimaryReads, question, cancellation);
        }
        catch (Exception error) when (error.BrokeOff())
        {
            await LeasedConnection.ClearPoolAsync(PrimaryReads);
            return await QueryAsync(PrimaryReads, question, cancellation);
        }
    }

    private static async Task<T> QueryAsync<T>(string address, Func<LeasedConnection, Task<T>> question, CancellationToken cancellation)
    {
        await using var connection = await LeasedConnection.OpenAsync(address, cancellation);
        return await question(connection);
    }

    private static string WithoutReset(string address) => new MySqlConnectionStringBuilder(address) { ConnectionReset = false }.ConnectionString;

    /// <summary>Returns the address with the configured limits, where it does not set its own.</summary>
    private static string Bounded(string address, DatabaseOptions limits)
    {
        var bounded = new MySqlConnectionStringBuilder(address);
        foreach (var (key, value) in new Dictionary<string, int>
        {
            ["Maximum Pool Size"] = limits.PoolSize,
            ["Connection Timeout"] = limits.ConnectSeconds,
            ["Default Command Timeout"] = limits.CommandSeconds,
            // Nothing here is slow by design: locks are waited for two seconds, and every statement has its index. So a command that times out costs its
            // connection at once, instead of opening a second one to send KILL QUERY to a server that hangs.
            ["Cancellation Timeout"] = -1,
        })
        {
            if (!bounded.ContainsKey(key))
                bounded[key] = value;
        }

        return bounded.ConnectionString;
    }
}
