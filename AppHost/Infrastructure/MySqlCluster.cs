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
    private readonly MariaDbData? _data;
    private readonly string _name;
    private readonly int _primaryPort;
    private readonly List<IResourceBuilder<MySqlServerResource>> _replicas = [];

    internal MySqlCluster(IDistributedApplicationBuilder builder, ServerInfrastructure servers, string name)
    {
        _builder = builder;
        _servers = servers;
        _name = name;
        _data = new MariaDbData(servers.Folder, servers.Programs.MariaDb, servers.Announce);
        _primaryPort = Ports.Pick();
        ServerVersion = servers.Programs.MariaDb.PomeloVersion;

        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => _data.PrepareAsync(_replicas.Count, cancellation));
        Primary = AddServer(
            $"{name}-primary",
            _primaryPort,
            initFile => MariaDbFiles.PrimaryOptions(servers.Programs.MariaDb, _data.Primary, _primaryPort, initFile),
            MariaDbFiles.PrimaryStatements(servers.Secrets),
            server => new PrimaryHealthCheck(server))
            .WithResetCommand(cancellation => _data.RemakeAsync(_replicas.Count, cancellation));
    }

    /// <summary>A primary that brings its data and options itself and stays alone.</summary>
    internal MySqlCluster(IDistributedApplicationBuilder builder, ServerInfrastructure servers, string name, LonePrimary primary)
    {
        _builder = builder;
        _servers = servers;
        _name = name;
        _primaryPort = primary.Port;
        ServerVersion = primary.ServerVersion;
        Primary = AddServer(
            new MySqlServerResource($"{name}-primary", primary.Program, servers.Folder.Path, servers.Secrets) { Further = primary.ConnectionSettings },
            _primaryPort, primary.Arguments, server => new PrimaryHealthCheck(server));
    }

    /// <summary>The server that takes writes.</summary>
    public IResourceBuilder<MySqlServerResource> Primary { get; }

    /// <summary>The servers that follow it, read-only, in order of their numbers.</summary>
    public IReadOnlyList<IResourceBuilder<MySqlServerResource>> Replicas => _replicas;

    /// <summary>
    /// The engine in the spelling that Pomelo's <c>ServerVersion.Parse</c> reads, so that nobody has to ask the server first.
    /// </summary>
    public string ServerVersion { get; }

    /// <summary>Adds replicas. Each starts after the primary and is healthy once it follows it.</summary>
    public MySqlCluster WithReadReplicas(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (_data is null)
            throw new InvalidOperationException($"{Primary.Resource.Program} is alone: only MariaDB's replicas are made here.");
        for (var i = 0; i < count; i++)
        {
            var n = _replicas.Count + 1;
            var port = Ports.Pick();
            _replicas.Add(AddServer(
                string.Create(CultureInfo.InvariantCulture, $"{_name}-replica-{n}"),
                port,
                initFile => MariaDbFiles.ReplicaOptions(_servers.Programs.MariaDb, _data.Replica(n), port, initFile, n),
                MariaDbFiles.ReplicaStatements(_servers.Secrets, _primaryPort),
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
        string name, int port, Func<string, string> options, string statements, Func<MySqlServerResource, IHealthCheck> healthCheck)
    {
        var program = _servers.Programs.MariaDb;
        var optionFile = _servers.Folder.In("config", $"{name}.cnf");
        var initFile = _servers.Folder.In("config", $"{name}.sql");
        _builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(optionFile)!);
            PrivateFile.Write(optionFile, options(initFile));
            PrivateFile.Write(initFile, statements);
            return Task.CompletedTask;
        });

        return AddServer(
            new MySqlServerResource(name, program, _servers.Folder.Path, _servers.Secrets), port, ["--defaults-file=" + optionFile], healthCheck);
    }

    private IResourceBuilder<MySqlServerResource> AddServer(
        MySqlServerResource server, int port, string[] arguments, Func<MySqlServerResource, IHealthCheck> healthCheck)
    {
        var check = $"{server.Name}_check";
        _builder.Services.AddHealthChecks().Add(new(check, _ => healthCheck(server), failureStatus: null, tags: null, timeout: TimeSpan.FromSeconds(10)));
        return _builder.AddResource(server)
            .WithArgs(arguments)
            .WithServerEndpoint(port)
            .WithServerEnvironment(server.Program)
            .WithHealthCheck(check);
    }
}

/// <summary>A primary of an engine that the AppHost doesn't offer, ready to start.</summary>
/// <param name="Program">The program to start.</param>
/// <param name="ServerVersion">The engine in Pomelo's spelling.</param>
/// <param name="Port">Where its options say it listens.</param>
/// <param name="Arguments">What the program is started with.</param>
/// <param name="ConnectionSettings">What a connection string to it says beyond the usual, with a semicolon before it.</param>
internal sealed record LonePrimary(ServerProgram Program, string ServerVersion, int Port, string[] Arguments, string ConnectionSettings);
