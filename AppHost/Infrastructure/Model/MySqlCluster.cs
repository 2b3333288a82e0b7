using Dugout.Infrastructure.Commands;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;

namespace Dugout.Infrastructure.Model;

/// <summary>A primary and its read replicas, as resources <c>{name}-primary</c>, <c>{name}-replica-1</c> and so on.</summary>
public sealed class MySqlCluster
{
    private readonly IDatabaseServers _servers;
    private readonly string _name;
    private readonly List<IResourceBuilder<IMySqlServerResource>> _replicas = [];

    internal MySqlCluster(IDatabaseServers servers, string name)
    {
        (_servers, _name) = (servers, name);
        if (servers.Remake is { } remake)
            servers.Primary.WithResetCommand(remake);
        if (servers.IsGroup)
            servers.Primary.WithIsolationCommands();
    }

    /// <summary>The server that takes writes.</summary>
    public IResourceBuilder<IMySqlServerResource> Primary => _servers.Primary;

    /// <summary>The servers that follow it, read-only, in order of their numbers.</summary>
    public IReadOnlyList<IResourceBuilder<IMySqlServerResource>> Replicas => _replicas;

    /// <summary>
    /// The version in the format of Pomelo's <c>ServerVersion.Parse</c>, so that programs need not query the server for it.
    /// </summary>
    public string ServerVersion => _servers.ServerVersion;

    /// <summary>Returns the connection string of an account for writes: the primary's, or that of all nodes of a cluster.</summary>
    internal ReferenceExpression ConnectionStringFor(DatabaseAccount account) => _servers.ConnectionStringFor(account);

    /// <summary>Adds replicas. Each is healthy once it follows the primary. With external servers the number is that of the configured replicas.</summary>
    public MySqlCluster WithReadReplicas(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        for (var i = _servers.ReplicasFor(count); i > 0; i--)
        {
            var n = _replicas.Count + 1;
            var replica = _servers.AddReplica(n, _servers.ReplicaName(_name, n));
            if (_servers.Delay is { } delay)
                replica.WithDelayCommands(delay);
            if (_servers.IsGroup)
                replica.WithIsolationCommands();
            _replicas.Add(replica);
        }

        return this;
    }
}
