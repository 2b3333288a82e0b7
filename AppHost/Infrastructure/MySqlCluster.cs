using System.Globalization;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure.Commands;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure;

/// <summary>A primary and its read replicas, as resources <c>{name}-primary</c>, <c>{name}-replica-1</c> and so on.</summary>
public sealed class MySqlCluster
{
    internal const string EndpointName = "tcp";

    private readonly IDistributedApplicationBuilder _builder;
    private readonly ServerInfrastructure _servers;
    private readonly DatabaseProgram _program;
    private readonly DatabaseData _data;
    private readonly string _name;
    private readonly int _primaryPort;
    private readonly List<IResourceBuilder<MySqlServerResource>> _replicas = [];

    internal MySqlCluster(IDistributedApplicationBuilder builder, ServerInfrastructure servers, string name)
    {
        _builder = builder;
        _servers = servers;
        _name = name;
        _program = servers.Programs.Database;
        _data = new DatabaseData(servers.Folder, _program, servers.Announce);
        _primaryPort = Ports.Pick();

        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => _data.PrepareAsync(_replicas.Count, cancellation));
        Primary = AddServer(
            $"{name}-primary",
            _data.Primary,
            _primaryPort,
            _program.Engine.PrimaryOptions,
            _program.Engine.PrimaryStatements(servers.Secrets),
            server => new PrimaryHealthCheck(server))
            .WithResetCommand(cancellation => _data.RemakeAsync(_replicas.Count, cancellation));
    }

    /// <summary>The server that takes writes.</summary>
    public IResourceBuilder<MySqlServerResource> Primary { get; }

    /// <summary>The servers that follow it, read-only, in order of their numbers.</summary>
    public IReadOnlyList<IResourceBuilder<MySqlServerResource>> Replicas => _replicas;

    /// <summary>
    /// The engine in the spelling that Pomelo's <c>ServerVersion.Parse</c> reads, so that nobody has to ask the server first.
    /// </summary>
    public string ServerVersion => _program.PomeloVersion;

    /// <summary>Adds replicas. Each starts after the primary and is healthy once it follows it.</summary>
    public MySqlCluster WithReadReplicas(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        for (var i = 0; i < count; i++)
        {
            var n = _replicas.Count + 1;
            var port = Ports.Pick();
            _replicas.Add(AddServer(
                string.Create(CultureInfo.InvariantCulture, $"{_name}-replica-{n}"),
                _data.Replica(n),
                port,
                place => _program.Engine.ReplicaOptions(place, n),
                _program.Engine.ReplicaStatements(_servers.Secrets, _primaryPort),
                server => new ReplicaHealthCheck(server, lost: () => _data.MarkLost(n)))
                .WithDelayCommands()
                // It would find the primary later by itself, but only asks once a second.
                .WaitFor(Primary));
        }

        return this;
    }

    /// <summary>
    /// A server reads its options and first statements from two files, both the owner's alone: nothing secret stands in the
    /// process list. They are written once the data folders are ready, just before anything starts.
    /// </summary>
    private IResourceBuilder<MySqlServerResource> AddServer(
        string name, string data, int port, Func<ServerPlace, string> options, string statements, Func<MySqlServerResource, IHealthCheck> healthCheck)
    {
        var server = new MySqlServerResource(name, _program, _servers.Folder.Path, _servers.Secrets);
        var optionFile = _servers.Folder.In("config", $"{name}.cnf");
        var place = new ServerPlace(data, _servers.Folder.In("tmp", name), port, _servers.Folder.In("config", $"{name}.sql"));
        _builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(optionFile)!);
            // What a killed server had no time to remove.
            if (Directory.Exists(place.Temporary))
                Directory.Delete(place.Temporary, recursive: true);
            Directory.CreateDirectory(place.Temporary);
            PrivateFile.Write(optionFile, options(place));
            PrivateFile.Write(place.InitFile, statements);
            return Task.CompletedTask;
        });

        var check = $"{name}_check";
        _builder.Services.AddHealthChecks().Add(new(check, _ => healthCheck(server), failureStatus: null, tags: null, timeout: TimeSpan.FromSeconds(10)));
        return _builder.AddResource(server)
            .WithArgs(_program.Engine.Arguments(optionFile))
            .WithServerEndpoint(port)
            .WithServerEnvironment(_program)
            .WithHealthCheck(check);
    }
}
