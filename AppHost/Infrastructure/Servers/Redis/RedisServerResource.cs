using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>A Redis server that the AppHost runs as a process.</summary>
public sealed class RedisServerResource : ExecutableResource, IResourceWithConnectionString
{
    internal RedisServerResource(string name, ServerProgram program, ServerCommand command, string workingFolder, string password, RedisPurpose purpose)
        : base(name, command.Program, workingFolder)
    {
        Program = program;
        Password = password;
        Purpose = purpose;
    }

    /// <summary>The server program and its version.</summary>
    public ServerProgram Program { get; }

    /// <summary>The server's endpoint.</summary>
    public EndpointReference Endpoint => new(this, ServerResources.EndpointName);

    /// <summary>The connection string in StackExchange.Redis' format.</summary>
    public ReferenceExpression ConnectionStringExpression =>
        ReferenceExpression.Create($"{Endpoint.Property(EndpointProperty.HostAndPort)},password={Password}");

    internal string Password { get; }

    /// <summary>What the server stores.</summary>
    internal RedisPurpose Purpose { get; }

    /// <summary>Adds a server with its data in the run folder.</summary>
    internal static IResourceBuilder<RedisServerResource> Add(IDistributedApplicationBuilder builder, ServerInfrastructure place, ServerProgram program, string name, RedisPurpose purpose)
    {
        var port = Ports.Pick();
        var data = place.Folder.In(name);
        var configuration = place.Folder.In("config", $"{name}.conf");
        var command = program.Command;
        builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            RedisClusterFiles.Remove(place.Folder, name);
            OwnerOnly.MakeFolder(data);
            Directory.CreateDirectory(Path.GetDirectoryName(configuration)!);
            PrivateFile.Write(configuration, RedisFiles.Configuration(data, port, place.Secrets.Redis, purpose));
            return Task.CompletedTask;
        });

        var server = new RedisServerResource(name, program, command, place.Folder.Path, place.Secrets.Redis, purpose);
        string[] arguments = [.. command.First, configuration];
        return builder.AddResource(server)
            .WithArgs(arguments)
            .WithServerEndpoint(port)
            .WithServerEnvironment(command)
            .WithOwnHealthCheck(() => new RedisHealthCheck(server));
    }
}
