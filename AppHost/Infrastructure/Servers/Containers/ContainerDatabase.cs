using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure.Servers.Containers;

/// <summary>A primary and replicas in containers. A replica finds the primary by its name in Aspire's container network.</summary>
internal sealed class ContainerDatabase : IDatabaseServers
{
    /// <summary>Data folder of the images' servers.</summary>
    private const string MountedData = "/var/lib/mysql";
    private const int Port = 3306;

    private readonly IDistributedApplicationBuilder _builder;
    private readonly ServerInfrastructure _place;
    private readonly ContainerServers _servers;
    private readonly DatabaseData _data;
    private int _replicas;

    public ContainerDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, ContainerServers servers, string name)
    {
        (_builder, _place, _servers) = (builder, place, servers);
        // The container creates its own tables at its first start.
        _data = new DatabaseData(place.Folder, servers.Database, place.Announce, (_, _) => Task.CompletedTask, (data, _) =>
        {
            Engine.ForgetIdentity(data);
            return Task.CompletedTask;
        });

        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => _data.PrepareAsync(_replicas, cancellation));
        Primary = Add($"{name}-primary", _data.Primary, n: 0, Engine.ContainerStatements(place.Secrets, primary: null), server => new PrimaryHealthCheck(server));
    }

    public string ServerVersion => _servers.Database.PomeloVersion;

    public IResourceBuilder<IMySqlServerResource> Primary { get; }

    public Func<CancellationToken, Task> Remake => cancellation => _data.RemakeAsync(_replicas, cancellation);

    public Func<int, DelayStatements> Delay => Engine.Delay;

    private IDatabaseEngine Engine => _servers.Database.Engine;

    public IResourceBuilder<IMySqlServerResource> AddReplica(int n, string name)
    {
        _replicas = n;
        return Add(
            name,
            _data.Replica(n),
            n,
            Engine.ContainerStatements(_place.Secrets, Primary.Resource.Name),
            server => new ReplicaHealthCheck(server, Engine.Replica, lost: () => _data.MarkLost(n)))
            .WaitFor(Primary);
    }

    private IResourceBuilder<MySqlContainerResource> Add(string name, string data, int n, string statements, Func<IMySqlServerResource, IHealthCheck> healthCheck)
    {
        var server = new MySqlContainerResource(name, _servers.Database, _place.Secrets);
        var builder = _servers.WithDatabaseImage(_builder.AddResource(server));
        return ContainerServers.InContainer(builder, _servers.Runtime, data, MountedData,
            [("server.cnf", Engine.ContainerServerOptions(n)), ("start.sql", statements), ("start.sh", StartScript(_servers.Database.Path, Engine.MakeTables))])
            .WithEntrypoint("sh")
            .WithArgs($"{ContainerServers.Files}/start.sh")
            .WithServerEndpoint(Ports.Pick(), inside: Port)
            .WithOwnHealthCheck(() => healthCheck(server));
    }

    /// <summary>
    /// Replaces the image's entrypoint, which requires a root account and first runs the server without a network, with the same arguments: here root
    /// belongs to no account, and the statements run at each start, as for processes. Tables are complete or absent, because the folder <c>mysql</c> is created last.
    /// </summary>
    /// <param name="server">The server program.</param>
    /// <param name="makeTables">The command that creates system tables in an empty folder.</param>
    /// <param name="data">The data folder.</param>
    /// <param name="files">The folder of configuration files.</param>
    internal static string StartScript(string server, string makeTables, string data = MountedData, string files = ContainerServers.Files) => $"""
        set -eu
        data='{data}'
        set -- --defaults-file='{files}/server.cnf'
        if [ "$(id -u)" = 0 ]; then
          chown -R mysql "$data"
          set -- "$@" --user=mysql
        fi
        if [ ! -d "$data/mysql" ]; then
          rm -rf "$data/.making"
          {makeTables} --datadir="$data/.making"
          for made in "$data/.making"/*; do
            [ "$made" = "$data/.making/mysql" ] || mv "$made" "$data"
          done
          mv "$data/.making/mysql" "$data"
          rmdir "$data/.making"
        fi
        exec {server} "$@" --datadir="$data" --init-file='{files}/start.sql'

        """;
}
