using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>A server that takes writes: the primary, or one node of a cluster.</summary>
#pragma warning disable CA1001 // The source has no timer and no wait handle, and commands that still hold its token end later.
public sealed class WriterNode
#pragma warning restore CA1001
{
    /// <summary>Null where there is no other server to go to.</summary>
    private CancellationTokenSource? _lost;

    /// <summary>Cancelled when the server is lost; never where there is no other to go to.</summary>
    internal CancellationToken Lost => Volatile.Read(ref _lost)?.Token ?? CancellationToken.None;

    /// <summary>Prepares the connection strings.</summary>
    /// <param name="address">Connection string of this server alone.</param>
    /// <param name="isOneOfSeveral">Whether it is a node of a cluster.</param>
    internal WriterNode(string address, bool isOneOfSeveral)
    {
        _lost = isOneOfSeveral ? new() : null;
        var server = new MySqlConnectionStringBuilder(address);
        Name = $"{server.Server}:{server.Port}";
        Address = address;
        Reads = Databases.WithoutReset(address);
        // A pool of its own: one whose connections are all in use shows nothing about the server.
        Probe = new MySqlConnectionStringBuilder(Reads) { MaximumPoolSize = 2, ApplicationName = "probe" }.ConnectionString;
    }

    /// <summary>Host and port, for display.</summary>
    public string Name { get; }

    /// <summary>Connection string.</summary>
    public string Address { get; }

    /// <summary>Connection string for queries that change nothing.</summary>
    internal string Reads { get; }

    /// <summary>Connection string for probes.</summary>
    internal string Probe { get; }

    /// <summary>Leases a connection, whose commands fail when the server is lost.</summary>
    internal Task<LeasedConnection> OpenAsync(CancellationToken cancellation) => LeasedConnection.OpenAsync(Address, cancellation, Lost);

    /// <summary>The same for queries that change nothing.</summary>
    internal Task<LeasedConnection> OpenReadsAsync(CancellationToken cancellation) => LeasedConnection.OpenAsync(Reads, cancellation, Lost);

    /// <summary>Fails all commands that wait for this server: writes go to another one, and who still waits here would only notice late.</summary>
    internal void GiveUp() => Interlocked.Exchange(ref _lost, new())?.Cancel();

    /// <summary>Returns the servers of a connection string, which names one or several: <c>Server=mysql-1,mysql-2,mysql-3</c>.</summary>
    internal static IReadOnlyList<WriterNode> Of(string address)
    {
        var hosts = new MySqlConnectionStringBuilder(address).Server.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return [.. hosts.Select(host => new WriterNode(new MySqlConnectionStringBuilder(address) { Server = host }.ConnectionString, hosts.Length > 1))];
    }
}
