using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure.Servers;

/// <summary>A primary and replicas that the AppHost runs as processes, with data in the run folder.</summary>
internal sealed class OwnDatabase : IDatabaseServers
{
    private readonly IDistributedApplicationBuilder _builder;
    private readonly ServerInfrastructure _place;
    private readonly DatabaseProgram _program;
    private readonly DatabaseData _data;
    private readonly int _primaryPort = Ports.Pick();
    private int _replicas;

    public OwnDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, DatabaseProgram program, string name)
    {
        _builder = builder;
        _place = place;
        _program = program;
        _data = new DatabaseData(
            place.Folder, program, place.Announce,
            (data, cancellation) => program.Engine.MakeAsync(program.Command, data, place.Folder.In("config"), cancellation),
            (data, cancellation) => program.Engine.BecomeReplicaAsync(program.Command, data, place.Folder.In("config"), cancellation));

        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => _data.PrepareAsync(_replicas, cancellation));
        Primary = Add(
            $"{name}-primary",
            _data.Primary,
            _primaryPort,
            program.Engine.PrimaryOptions,
            program.Engine.PrimaryStatements(place.Secrets),
            server => new PrimaryHealthCheck(server));
    }

    public string ServerVersion => _program.PomeloVersion;

    public IResourceBuilder<IMySqlServerResource> Primary { get; }

    public Func<CancellationToken, Task> Remake => cancellation => _data.RemakeAsync(_replicas, cancellation);

    public Func<int, DelayStatements> Delay => _program.Engine.Delay;

    public IResourceBuilder<IMySqlServerResource> AddReplica(int n, string name)
    {
        _replicas = n;
        return Add(
            name,
            _data.Replica(n),
            Ports.Pick(),
            place => _program.Engine.ReplicaOptions(place, n),
            _program.Engine.ReplicaStatements(_place.Secrets, _primaryPort),
            server => new ReplicaHealthCheck(server, _program.Engine.Replica, lost: () => _data.MarkLost(n)))
            // The replica would find the primary later by itself, but retries only once a second.
            .WaitFor(Primary);
    }

    /// <summary>
    /// A server reads its options and first statements from two files that only the owner can read, so the
    /// process list contains no secret. They are written once the data folders are ready, just before anything starts.
    /// </summary>
    private IResourceBuilder<MySqlServerResource> Add(
        string name, string data, int port, Func<ServerPlace, string> options, string statements, Func<MySqlServerResource, IHealthCheck> healthCheck)
    {
        var command = _program.Command;
        var server = new MySqlServerResource(name, _program, command, _place.Folder.Path, _place.Secrets);
        var optionFile = _place.Folder.In("config", $"{name}.cnf");
        var place = new ServerPlace(data, _place.Folder.In("tmp", name), port, _place.Folder.In("config", $"{name}.sql"));
        _builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            place.Write(optionFile, options(place), statements);
            return Task.CompletedTask;
        });
        _builder.Eventing.Subscribe<BeforeResourceStartedEvent>(server, (_, _) =>
        {
            // A killed MySQL leaves its process id there, which may belong to another process by now; the server would wait for that process.
            File.Delete(Path.Combine(data, "mysqld.sock.lock"));
            return Task.CompletedTask;
        });

        string[] arguments = [.. command.First, OptionFile.Argument(optionFile)];
        return _builder.AddResource(server)
            .WithArgs(arguments)
            .WithServerEndpoint(port)
            .WithServerEnvironment(command)
            .WithOwnHealthCheck(() => healthCheck(server));
    }
}
