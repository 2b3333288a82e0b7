using System.Globalization;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Containers;
using Dugout.Infrastructure.Servers.External;

namespace Dugout.Infrastructure.Servers;

/// <summary>
/// The servers of a system, independent of how they are run (<c>--servers</c>). <see cref="ServerPrograms"/> are programs started as processes,
/// <see cref="ContainerServers"/> are containers of Aspire, <see cref="ExternalServers"/> are managed elsewhere.
/// </summary>
public abstract record SystemServers
{
    /// <summary>Engines and versions, for display.</summary>
    public abstract string Described { get; }

    /// <summary>Finds the servers that the settings select.</summary>
    /// <param name="settings">The settings.</param>
    /// <param name="announce">Receives lines for the user.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="StartFailedException">The servers are unavailable here; the message says what helps.</exception>
    public static Task<SystemServers> ChooseAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(settings);
        return ChooseAsync(settings, OperatingSystem.IsLinux(), announce, cancellation);
    }

    /// <summary>The same, with the operating system as a parameter.</summary>
    internal static async Task<SystemServers> ChooseAsync(ServerSettings settings, bool isLinux, Action<string> announce, CancellationToken cancellation)
    {
        var isGiven = settings.MySql is not null || settings.MySqlReplicas.Count > 0 || settings.Redis is not null || settings.RedisCache is not null;
        if (settings.IsCluster && (isGiven || settings.Mode is ServerMode.External or ServerMode.Container))
            throw new StartFailedException("--database galera and --redis cluster start processes; omit --servers and external servers, whose nodes are named in connection strings.");
        return settings.Mode switch
        {
            ServerMode.External => await ExternalServers.FindAsync(settings, cancellation),
            ServerMode.Auto when isGiven => await ExternalServers.FindAsync(settings, cancellation),
            _ when isGiven => throw new StartFailedException("--mysql, --mysql-replica, --redis and --redis-cache name external servers; they require --servers external."),
            ServerMode.Container => await InContainersAsync("--servers container", settings, announce, cancellation),
            ServerMode.Process or ServerMode.Auto when !isLinux && (settings.IsCluster || settings.Mode == ServerMode.Process) => throw LinuxOnly.Error,
            ServerMode.Auto when !isLinux => await InContainersAsync("On this system servers run in containers", settings, announce, cancellation),
            ServerMode.Auto => await ProcessesElseContainersAsync(settings, announce, cancellation),
            _ => await ServerPrograms.FindAsync(settings, announce, cancellation),
        };
    }

    /// <summary>Processes come first, because they need nothing but this machine. Containers replace them only where no setting selects a source of programs.</summary>
    private static async Task<SystemServers> ProcessesElseContainersAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        try
        {
            return await ServerPrograms.FindAsync(settings, announce, cancellation);
        }
        catch (StartFailedException error) when (settings.Source == ServerSource.Auto && settings.MySqlDownload == MySqlDownloadSource.Off && !settings.IsCluster)
        {
            var (servers, missing) = await ContainerServers.FindAsync(settings, cancellation);
            if (servers is null)
                throw new StartFailedException($"{error.Message} Containers are not available, either: {missing}.", error);
            announce($"{error.Message} Using containers of {servers.Runtime.Name} instead; the first start downloads the images.");
            return servers;
        }
    }

    private static async Task<SystemServers> InContainersAsync(string why, ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        var (servers, missing) = await ContainerServers.FindAsync(settings, cancellation);
        if (servers is null)
            throw new StartFailedException($"{why}: {missing}. Start docker or podman, or name external servers with --mysql and --redis.");
        announce($"Servers run in containers of {servers.Runtime.Name}; the first start downloads the images.");
        return servers;
    }

    /// <summary>Adds the database.</summary>
    internal abstract IDatabaseServers AddDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name);

    /// <summary>Adds Redis.</summary>
    internal abstract IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name);

    /// <summary>Adds the Redis of cached responses, a single server in every topology.</summary>
    internal abstract IResourceBuilder<IResourceWithConnectionString> AddRedisCache(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name);
}

/// <summary>The servers of one database.</summary>
internal interface IDatabaseServers
{
    /// <summary>The version in the format of Pomelo's <c>ServerVersion.Parse</c>.</summary>
    string ServerVersion { get; }

    /// <summary>The server that takes writes.</summary>
    IResourceBuilder<IMySqlServerResource> Primary { get; }

    /// <summary>Returns the connection string of an account for everything that only one server may do: the primary's, or that of all nodes of a cluster, in the order in which writes fail over.</summary>
    ReferenceExpression ConnectionStringFor(DatabaseAccount account) => Primary.Resource.ConnectionStringFor(account);

    /// <summary>Returns the resource name of the n-th replica, counting from 1.</summary>
    /// <param name="name">The database's name.</param>
    /// <param name="n">The number.</param>
    string ReplicaName(string name, int n) => string.Create(CultureInfo.InvariantCulture, $"{name}-replica-{n}");

    /// <summary>Returns the actual number of replicas for a requested one: the same, except for external servers.</summary>
    int ReplicasFor(int asked) => asked;

    /// <summary>Creates empty data folders while no server runs; null where the data are not this run folder's.</summary>
    Func<CancellationToken, Task>? Remake => null;

    /// <summary>Returns the statements that delay a replica by a number of seconds; null where the replicas are not this AppHost's.</summary>
    Func<int, DelayStatements>? Delay => null;

    /// <summary>Whether the servers agree on commits among themselves, so that one can be isolated from the others.</summary>
    bool IsGroup => false;

    /// <summary>Adds the n-th replica, counting from 1.</summary>
    IResourceBuilder<IMySqlServerResource> AddReplica(int n, string name);
}
