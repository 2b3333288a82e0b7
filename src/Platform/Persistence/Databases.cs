using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Addresses of the MySQL servers: one primary and any number of replicas, from the connection strings <c>Primary</c> and
/// <c>Replica1</c>, <c>Replica2</c>, … of the configuration. Where <c>Primary</c> names several hosts, they are the nodes of a cluster, and one of them at a time is
/// the primary of this process. All time-outs of the servers are set here and nowhere else.
/// </summary>
public sealed class Databases
{
    private int _writer;

    /// <summary>Reads the addresses.</summary>
    /// <exception cref="InvalidOperationException">The primary's connection string is missing.</exception>
    public Databases(IConfiguration configuration, IOptions<DatabaseOptions> options)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(options);
        Writers = WriterNode.Of(Bounded(configuration.GetConnectionString("Primary")
            ?? throw new InvalidOperationException("The setting ConnectionStrings:Primary is missing."), options.Value));
        Replicas = Enumerable.Range(1, int.MaxValue)
            .Select(number => configuration.GetConnectionString($"Replica{number}"))
            .TakeWhile(address => !string.IsNullOrEmpty(address))
            .Select(address => WithoutReset(Bounded(address!, options.Value)))
            .ToList();
    }

    /// <summary>The servers that take writes: the primary, or the nodes of a cluster in the order in which writes fail over.</summary>
    public IReadOnlyList<WriterNode> Writers { get; }

    /// <summary>Index of the one that takes this process's writes now.</summary>
    internal int Writer => Volatile.Read(ref _writer);

    /// <summary>The server that takes this process's writes now.</summary>
    internal WriterNode Node => Writers[Writer];

    /// <summary>Connection string of the primary server; in a cluster, of the node that takes writes now, which may be another one at the next call.</summary>
    public string Primary => Node.Address;

    /// <summary>Connection string of the primary for queries that change nothing.</summary>
    internal string PrimaryReads => Node.Reads;

    /// <summary>Connection strings of the replicas, for reads only; empty where there are none.</summary>
    public IReadOnlyList<string> Replicas { get; }

    /// <summary>Sends this process's writes to another node of the cluster.</summary>
    /// <param name="node">Its index.</param>
    /// <param name="isLost">Whether the former node does not respond, so that all commands that wait for it fail at once.</param>
    public void MoveWrites(int node, bool isLost)
    {
        var former = Writers[Interlocked.Exchange(ref _writer, node)];
        if (isLost)
            former.GiveUp();
    }

    /// <summary>Opens a connection to the primary outside every pool: it is closed when it is disposed, and does not wait for others.</summary>
    public Task<LeasedConnection> OpenUnpooledPrimaryAsync(CancellationToken cancellation) =>
        LeasedConnection.OpenAsync(new MySqlConnectionStringBuilder(Primary) { Pooling = false }.ConnectionString, cancellation);

    /// <summary>Leases a connection to the primary. Its session is reset first, so nothing of the last user's state remains.</summary>
    public Task<LeasedConnection> OpenPrimaryAsync(CancellationToken cancellation) => Node.OpenAsync(cancellation);

    /// <summary>
    /// Runs a query on the primary that changes nothing. These connections have a pool of their own and are not reset, because a reset costs a round trip per query: so
    /// a query must leave no transaction and no setting behind. Nor are connections checked for liveness: where one is dead, the query runs again.
    /// </summary>
    public async Task<T> QueryPrimaryAsync<T>(Func<LeasedConnection, Task<T>> question, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(question);
        var node = Node;
        try
        {
            return await QueryAsync(node, question, cancellation);
        }
        catch (Exception error) when (error.BrokeOff())
        {
            await LeasedConnection.ClearPoolAsync(node.Reads);
            return await QueryAsync(Node, question, cancellation);
        }
    }

    private static async Task<T> QueryAsync<T>(WriterNode node, Func<LeasedConnection, Task<T>> question, CancellationToken cancellation)
    {
        await using var connection = await node.OpenReadsAsync(cancellation);
        return await question(connection);
    }

    internal static string WithoutReset(string address) => new MySqlConnectionStringBuilder(address) { ConnectionReset = false }.ConnectionString;

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
