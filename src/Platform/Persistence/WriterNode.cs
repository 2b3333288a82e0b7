using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>A server that takes writes: the primary, or one node of a cluster.</summary>
public sealed class WriterNode
{
    /// <summary>Prepares the connection strings.</summary>
    /// <param name="address">Connection string of this server alone.</param>
    internal WriterNode(string address)
    {
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

    /// <summary>Returns the servers of a connection string, which names one or several: <c>Server=mysql-1,mysql-2,mysql-3</c>.</summary>
    internal static IReadOnlyList<WriterNode> Of(string address)
    {
        var hosts = new MySqlConnectionStringBuilder(address).Server.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return [.. hosts.Select(host => new WriterNode(new MySqlConnectionStringBuilder(address) { Server = host }.ConnectionString))];
    }
}
