using Dugout.Infrastructure.Processes;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>
/// A Redis Cluster of three masters and three replicas that the AppHost runs as processes. It has no process itself: it runs when its nodes have formed a cluster, and is healthy when
/// every node says so.
/// </summary>
internal sealed class RedisClusterResource(string name, IReadOnlyList<RedisNodeResource> nodes, string password) : Resource(name), IResourceWithConnectionString
{
    private const int Masters = 3;
    private const int Replicas = 3;

    /// <summary>Replicas of each master.</summary>
    internal const int ReplicasPerMaster = Replicas / Masters;

    /// <summary>Oldest version with a setting for the port of the cluster's own messages.</summary>
    private static readonly Version Oldest = new(7, 0);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    /// <summary>The connection string in StackExchange.Redis' format, with all nodes.</summary>
    public ReferenceExpression ConnectionStringExpression
    {
        get
        {
            var text = new ReferenceExpressionBuilder();
            foreach (var node in nodes)
            {
                text.AppendFormatted(node.Endpoint.Property(EndpointProperty.HostAndPort));
                text.AppendLiteral(",");
            }

            text.AppendFormatted(ReferenceExpression.Create($"password={password}"));
            return text.Build();
        }
    }

    /// <summary>Names of the nodes of a cluster.</summary>
    internal static IEnumerable<string> NodesOf(string name) => Enumerable.Range(1, Masters + Replicas).Select(number => $"{name}-{number}");

    /// <summary>Adds the nodes with their data in the run folder, and the cluster.</summary>
    /// <exception cref="StartFailedException">This Redis cannot form a cluster.</exception>
    internal static IResourceBuilder<RedisClusterResource> Add(IDistributedApplicationBuilder builder, ServerInfrastructure place, ServerProgram program, string name)
    {
        if (program.Version < Oldest)
            throw new StartFailedException($"--redis cluster: {program} is older than {Oldest}.");
        var client = Path.Combine(Path.GetDirectoryName(program.Path)!, "redis-cli");

        var nodes = NodesOf(name).Select(node => RedisNodeResource.Add(builder, place, program, node)).ToList();
        var cluster = new RedisClusterResource(name, [.. nodes.Select(node => node.Resource)], place.Secrets.Redis);
        builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            if (!ProcessRunner.IsExecutable(client))
                throw new StartFailedException($"--redis cluster: {client} is missing, which forms the cluster; install redis-tools.");
            RedisClusterFiles.Prepare(place.Folder, name, cluster.Nodes, place.Announce);
            return Task.CompletedTask;
        });

        var added = builder.AddResource(cluster)
            .WithOwnHealthCheck(() => new RedisNodesHealthCheck(cluster.Nodes))
            .OnInitializeResource((_, begin, _) =>
            {
                var stopping = begin.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
                _ = Task.Run(() => cluster.StartAsync(begin, program, client, stopping), CancellationToken.None);
                return Task.CompletedTask;
            });
        foreach (var node in nodes)
        {
            // Programs stop before the nodes, because they wait for the cluster.
            added.WithAnnotation(new WaitAnnotation(node.Resource, WaitType.WaitUntilHealthy));
            node.WithParentRelationship(cluster);
        }

        return added;
    }

    private IReadOnlyList<RedisNodeResource> Nodes => nodes;

    private async Task StartAsync(InitializeResourceEvent begin, ServerProgram program, string client, CancellationToken cancellation)
    {
        try
        {
            foreach (var node in nodes)
            {
                while (!await node.RespondsAsync(cancellation))
                    await Task.Delay(Pause, cancellation);
            }

            var failure = nodes.All(node => node.IsMember) ? null : await FormAsync(program, client, cancellation);
            if (failure is not null)
                begin.Logger.LogError("The cluster could not be formed: {Reason}", failure);
            await begin.Notifications.PublishUpdateAsync(this, snapshot => snapshot with
            {
                State = failure is null ? KnownResourceStates.Running : KnownResourceStates.FailedToStart,
                StartTimeStamp = DateTime.UtcNow,
            });
        }
        catch (OperationCanceledException)
        {
            // The system is stopping.
        }
    }

    /// <summary>Lets Redis' own client meet the nodes, distribute the slots and assign a replica to each master.</summary>
    /// <returns>Null, or why the cluster was not formed.</returns>
    private async Task<string?> FormAsync(ServerProgram program, string client, CancellationToken cancellation)
    {
        var environment = new Dictionary<string, string>(program.Environment) { ["REDISCLI_AUTH"] = password };
        string[] arguments = ["--cluster", "create", .. nodes.Select(node => node.Address.HostAndPort), "--cluster-replicas", $"{ReplicasPerMaster}", "--cluster-yes"];
        var result = await ProcessRunner.RunAsync(client, arguments, cancellation, environment: environment);
        return result.ExitCode == 0 ? null : string.Join(" / ", result.Output.Split('\n').Where(line => line.Contains("ERR", StringComparison.Ordinal)).DefaultIfEmpty(result.Complaint));
    }
}
