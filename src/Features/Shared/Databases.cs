using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>
/// Where the MySQL servers are: one primary, any number of replicas. Read from the connection strings <c>Primary</c> and
/// <c>Replica1</c>, <c>Replica2</c>, … of the configuration. What is waited for them is bounded here and nowhere else.
/// </summary>
public sealed class Databases
{
    private readonly string _asked;

    /// <summary>Reads the addresses.</summary>
    /// <exception cref="InvalidOperationException">There is no primary.</exception>
    public Databases(IConfiguration configuration, IOptions<DatabaseOptions> options)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(options);
        Primary = Bounded(configuration.GetConnectionString("Primary")
            ?? throw new InvalidOperationException("The setting ConnectionStrings:Primary is missing."), options.Value);
        _asked = options.Value.Pools == DatabasePools.One ? Primary : new MySqlConnectionStringBuilder(Primary) { ConnectionReset = false }.ConnectionString;
        Replicas = Enumerable.Range(1, int.MaxValue)
            .Select(number => configuration.GetConnectionString($"Replica{number}"))
            .TakeWhile(address => !string.IsNullOrEmpty(address))
            .Select(address => Bounded(address!, options.Value))
            .ToList();
    }

    /// <summary>Connection string of the primary server.</summary>
    public string Primary { get; }

    /// <summary>Connection strings of the replicas; empty where there are none.</summary>
    public IReadOnlyList<string> Replicas { get; }

    /// <summary>Opens a connection to the primary.</summary>
    public Task<MySqlConnection> OpenPrimaryAsync(CancellationToken cancellation) => OpenAsync(Primary, cancellation);

    /// <summary>
    /// Asks the primary a question that changes nothing. The connections for that are kept apart and aren't reset between callers, which would cost
    /// the primary about as much as a small question: so nothing may be left on them, no transaction and no setting. Nor is it looked whether one
    /// still lives: where it doesn't, since the primary was away, the question is asked again over one that is.
    /// </summary>
    public async Task<T> AskPrimaryAsync<T>(Func<MySqlConnection, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(question);
        try
        {
            await using var kept = await OpenAsync(_asked, cancellation);
            return await question(kept);
        }
        catch (MySqlException error) when (error.BrokeOff())
        {
            await using var sound = await OpenPrimaryAsync(cancellation);
            return await question(sound);
        }
    }

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

    /// <summary>The address, with our limits where it doesn't say its own.</summary>
    private static string Bounded(string address, DatabaseOptions limits)
    {
        var bounded = new MySqlConnectionStringBuilder(address);
        foreach (var (key, value) in new Dictionary<string, int>
        {
            ["Maximum Pool Size"] = limits.PoolSize,
            ["Connection Timeout"] = limits.ConnectSeconds,
            ["Default Command Timeout"] = limits.CommandSeconds,
            // Nothing runs long by itself here: locks are waited for two seconds, and every statement has its index. So a command nobody waits for any
            // longer costs its connection at once, not a second one on which to ask a server that hangs to stop.
            ["Cancellation Timeout"] = -1,
        })
        {
            if (!bounded.ContainsKey(key))
                bounded[key] = value;
        }

        if (limits.Pools == DatabasePools.One)
        {
            // What Entity Framework's provider would add to it, which makes a pool of its own.
            bounded.AllowUserVariables = true;
            bounded.UseAffectedRows = false;
        }

        return bounded.ConnectionString;
    }
}
