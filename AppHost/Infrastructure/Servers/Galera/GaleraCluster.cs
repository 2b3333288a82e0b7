using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>A Galera cluster whose nodes the AppHost runs as processes, with data in the run folder. The first node is the one that takes writes by default.</summary>
internal sealed class GaleraCluster : IDatabaseServers
{
    private readonly IDistributedApplicationBuilder _builder;
    private readonly ServerInfrastructure _place;
    private readonly GaleraProgram _program;
    private readonly IReadOnlyList<GaleraNode> _nodes;
    private readonly GaleraOptions _options;
    private readonly GaleraData _data;
    private readonly List<MySqlServerResource> _servers;

    public GaleraCluster(IDistributedApplicationBuilder builder, ServerInfrastructure place, GaleraProgram program, string name)
    {
        (_builder, _place, _program) = (builder, place, program);
        _nodes = GaleraNode.Plan(place.Folder, name);
        _options = new(program, place.Secrets, _nodes);
        _data = new(place.Folder, program, _nodes, _options);
        _servers = [.. _nodes.Select(node => new MySqlServerResource(node.Name, program, program.Command, place.Folder.Path, place.Secrets))];
        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => _data.PrepareAsync(cancellation));
        Primary = Add(_nodes[0]);
    }

    public string ServerVersion => _program.PomeloVersion;

    public IResourceBuilder<IMySqlServerResource> Primary { get; }

    public Func<CancellationToken, Task> Remake => _data.RemakeAsync;

    public bool IsGroup => true;

    public int ReplicasFor(int asked) => GaleraNode.Count - 1;

    public string ReplicaName(string name, int n) => _nodes[n].Name;

    public ReferenceExpression ConnectionStringFor(DatabaseAccount account) => MySqlServerResource.ConnectionString([.. _servers.Select(server => server.Endpoint)], account, _place.Secrets, _program.Engine);

    /// <summary>A node joins whichever is there: any of them may be the first of a start, so it waits for none to be healthy.</summary>
    public IResourceBuilder<IMySqlServerResource> AddReplica(int n, string name) => Add(_nodes[n]).WaitForStart(Primary);

    private IResourceBuilder<MySqlServerResource> Add(GaleraNode node)
    {
        var (command, server) = (_program.Command, _servers[node.Number - 1]);
        var optionFile = _place.Folder.In("config", $"{node.Name}.cnf");
        _builder.Eventing.Subscribe<BeforeResourceStartedEvent>(server, async (_, cancellation) =>
        {
            var start = await _data.StartAsync(node, cancellation);
            node.Place.Write(optionFile, _options.For(node, start), _options.Statements());
        });

        string[] arguments = [.. command.First, OptionFile.Argument(optionFile)];
        return _builder.AddResource(server)
            .WithArgs(arguments)
            .WithServerEndpoint(node.Place.Port, host: node.Place.Host)
            .WithServerEnvironment(command)
            .WithOwnHealthCheck(() => new GaleraHealthCheck(server));
    }
}
