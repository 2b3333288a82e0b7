using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Where the MySQL servers are: one primary, any number of replicas. Read from the connection strings <c>Primary</c> and
/// <c>Replica1</c>, <c>Replica2</c>, … of the configuration. What is waited for them is bounded here and nowhere else.
/// </summary>
public sealed class Databases
{
    /// <summary>Reads the addresses.</summary>
    /// <exception cref="InvalidOperationException">There is no primary.</exception>
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

    /// <summary>Connection string of the primary for questions that change nothing.</summary>
    internal string PrimaryReads { get; }

    /// <summary>Connection strings of the replicas, which are only read; empty where there are none.</summary>
    public IReadOnlyList<string> Replicas { get; }

    /// <summary>Leases a connection to the primary. Its session is reset before, so whatever its last user left behind is gone.</summary>
    public Task<LeasedConnection> OpenPrimaryAsync(CancellationToken cancellation) => LeasedConnection.OpenAsync(Primary, cancellation);

    /// <summary>
    /// Asks the primary a question that changes nothing. The connections for that are kept apart and aren't reset, which costs a round trip for each question: so
    /// nothing may be left on them, no transaction and no setting. Nor is it checked whether one is still alive: where it isn't, the question is asked again.
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

    /// <summary>The address, with our limits where it doesn't say its own.</summary>
    private static string Bounded(string address, DatabaseOptions limits)
    {
        var bounded = new MySqlConnectionStringBuilder(address);
        foreach (var (key, value) in new Dictionary<string, int>
        {
            ["Maximum Pool Size"] = limits.PoolSize,
            ["Connection Timeout"] = limits.ConnectSeconds,
            ["Default Command Timeout"] = limits.CommandSeconds,
            // Nothing runs long by itself here: locks are waited for two seconds, and every statement has its index. So a command that times out costs its
            // connection at once, not a second one on which to send a server that hangs KILL QUERY.
            ["Cancellation Timeout"] = -1,
        })
        {
            if (!bounded.ContainsKey(key))
                bounded[key] = value;
        }

        return bounded.ConnectionString;
    }
}
