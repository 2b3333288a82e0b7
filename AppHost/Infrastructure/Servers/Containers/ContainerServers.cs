using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.MySql;
using Dugout.Infrastructure.Servers.Redis;

namespace Dugout.Infrastructure.Servers.Containers;

/// <summary>
/// Servers in containers started by Aspire, from the official images, with data in the run folder. Engines, accounts and replication are those of
/// <see cref="ServerPrograms"/>.
/// </summary>
/// <param name="Database">The database server in the image; only its series is known before the start.</param>
/// <param name="Runtime">The container runtime.</param>
internal sealed record ContainerServers(DatabaseProgram Database, ContainerRuntime Runtime) : SystemServers
{
    /// <summary>Folder of a server's configuration files. They are copied into the container: a mounted file has no Unix permissions on some systems, and MySQL ignores world-writable files.</summary>
    internal const string Files = "/etc/dugout";

    private const string Registry = "docker.io";
    private const string RedisTag = "7.2";

    /// <inheritdoc/>
    public override string Described => $"{Database}, Redis {RedisTag}, in containers of {Runtime.Name}";

    /// <summary>Returns the servers that the settings select, or why no container can run here.</summary>
    internal static async Task<(ContainerServers? Servers, string Missing)> FindAsync(ServerSettings settings, CancellationToken cancellation)
    {
        var (runtime, missing) = await ContainerRuntime.FindAsync(settings.ContainerRuntimePath, cancellation);
        return runtime is null ? (null, missing) : (new(InImage(settings.Engine), runtime), "");
    }

    /// <inheritdoc/>
    internal override IDatabaseServers AddDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        place.Folder.Path.Contains(',', StringComparison.Ordinal)
            ? throw new StartFailedException($"--run-dir: {place.Folder.Path} has a comma in its path, which docker and podman cannot mount.")
            : new ContainerDatabase(builder, place, this, name);

    /// <summary>Aspire's Redis with this project's configuration file, which also hides the password from arguments and environment, and without TLS.</summary>
    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        AddRedis(builder, place, name, RedisPurpose.Holds);

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedisCache(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        AddRedis(builder, place, name, RedisPurpose.Cache);

    private IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name, RedisPurpose purpose)
    {
        var password = builder.CreateResourceBuilder(new ParameterResource($"{name}-password", _ => place.Secrets.Redis, secret: true)).WithHidden();
        var redis = builder.AddRedis(name, Ports.Pick(), password).WithImageTag(RedisTag);
        foreach (var own in redis.Resource.Annotations.Where(annotation => annotation is EnvironmentCallbackAnnotation or CommandLineArgsCallbackAnnotation or HealthCheckAnnotation).ToList())
            redis.Resource.Annotations.Remove(own);

        var data = place.Folder.In(name);
        builder.Eventing.Subscribe<BeforeStartEvent>((_, _) =>
        {
            OwnerOnly.MakeFolder(data);
            return Task.CompletedTask;
        });
#pragma warning disable ASPIRECERTIFICATES001 // Everything listens on loopback, as the processes do.
        redis.WithoutHttpsCertificate();
#pragma warning restore ASPIRECERTIFICATES001
        return InContainer(redis, Runtime, data, "/data", [("redis.conf", $"{RedisFiles.ContainerConfiguration("/data", purpose)}requirepass {place.Secrets.Redis}\n")])
            // Shell words, as Aspire's own. The image's script gives the data to the server's user where it starts as root.
            .WithArgs("exec", "docker-entrypoint.sh", "redis-server", $"{Files}/redis.conf")
            // Without a proxy, and bound to loopback only.
            .WithEndpoint(ServerResources.EndpointName, endpoint => (endpoint.IsProxied, endpoint.TargetHost) = (false, DatabaseAccounts.Host))
            .WithOwnHealthCheck(() => new RedisHealthCheck(redis.Resource));
    }

    /// <summary>Sets the image of the database.</summary>
    internal IResourceBuilder<T> WithDatabaseImage<T>(IResourceBuilder<T> server) where T : ContainerResource =>
        server.WithImage(Database is MySqlProgram ? "library/mysql" : "library/mariadb", Database.Version.ToString(2)).WithImageRegistry(Registry);

    /// <summary>Configures any server in a container: data in the run folder, configuration files, and the user it runs as.</summary>
    internal static IResourceBuilder<T> InContainer<T>(IResourceBuilder<T> server, ContainerRuntime runtime, string data, string mountedAt, IEnumerable<(string Name, string Text)> files) where T : ContainerResource =>
        server
            .WithBindMount(data, mountedAt)
            // The server is the only user of its container, whichever user id that is.
            .WithContainerFiles(Files, files.Select(file => new ContainerFile
            {
                Name = file.Name,
                Contents = file.Text,
                Mode = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead,
            }))
            .WithContainerRuntimeArgs(runtime.Arguments);

    /// <summary>The image series that the system is tested with; patch releases are picked up automatically.</summary>
    private static DatabaseProgram InImage(DatabaseEngine engine) => engine == DatabaseEngine.MySql
        ? new MySqlProgram(new(8, 4), "mysqld", "/usr")
        : new MariaDbProgram(new(11, 4), "mariadbd", ServerProgram.NoEnvironment, "/usr", "/usr/share/mysql");
}
