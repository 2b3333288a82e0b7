using System.Net.Sockets;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>One node of a Redis Cluster, a process of the AppHost. Which nodes are masters changes with each fail-over.</summary>
internal sealed class RedisNodeResource : ExecutableResource
{
    private RedisNodeResource(string name, ServerCommand command, string workingFolder, string data, RedisAddress address, int busPort)
        : base(name, command.Program, workingFolder) => (Data, Address, BusPort) = (data, address, busPort);

    /// <summary>The node's endpoint.</summary>
    public EndpointReference Endpoint => new(this, ServerResources.EndpointName);

    /// <summary>Its data folder.</summary>
    public string Data { get; }

    /// <summary>Its address and password.</summary>
    public RedisAddress Address { get; }

    /// <summary>Port of the messages between nodes.</summary>
    public int BusPort { get; }

    /// <summary>Whether the node belonged to this run folder's cluster before it started.</summary>
    public bool IsMember { get; set; }

    /// <summary>Adds a node with its data in the run folder.</summary>
    internal static IResourceBuilder<RedisNodeResource> Add(IDistributedApplicationBuilder builder, ServerInfrastructure place, ServerProgram program, string name)
    {
        var command = program.Command;
        var address = new RedisAddress(DatabaseAccounts.Host, Ports.Pick(), User: null, place.Secrets.Redis);
        var node = new RedisNodeResource(name, command, place.Folder.Path, place.Folder.In(name), address, Ports.Pick());
        var configuration = place.Folder.In("config", $"{name}.conf");
        builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(configuration)!);
            PrivateFile.Write(configuration, RedisFiles.NodeConfiguration(node.Data, address.Port, node.BusPort, place.Secrets.Redis));
            return Task.CompletedTask;
        });

        string[] arguments = [.. command.First, configuration];
        return builder.AddResource(node)
            .WithArgs(arguments)
            .WithServerEndpoint(address.Port)
            .WithServerEnvironment(command)
            .WithOwnHealthCheck(() => new RedisNodesHealthCheck([node]));
    }

    /// <summary>Whether the node responds at all.</summary>
    internal async Task<bool> RespondsAsync(CancellationToken cancellation)
    {
        try
        {
            return await RedisProbe.QueryAsync(Address, "PING", "+PONG", cancellation) is null;
        }
        catch (Exception fault) when (fault is SocketException or IOException)
        {
            return false;
        }
    }
}
