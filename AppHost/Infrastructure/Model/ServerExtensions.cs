using System.Globalization;
using Aspire.Hosting.Lifecycle;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure;

/// <summary>The verbs an AppHost is written with: servers in, references out. What a server is made of stays behind them.</summary>
public static class ServerExtensions
{
    /// <summary>Where a published program finds what it keeps.</summary>
    internal const string PublishedFolder = "/var/lib/dugout";

    /// <summary>Says where this application keeps its data and which programs it runs. Comes before any server is added.</summary>
    /// <param name="builder">The application.</param>
    /// <param name="folder">The run folder, already taken.</param>
    /// <param name="servers">The servers, already found.</param>
    /// <param name="announce">Takes lines for the user.</param>
    public static IDistributedApplicationBuilder UseServers(
        this IDistributedApplicationBuilder builder, RunFolder folder, Servers servers, Action<string> announce)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(folder);
        builder.Services.AddSingleton(new ServerInfrastructure(folder, servers, Secrets.LoadOrMake(folder), announce));
        builder.Services.AddSingleton<IDistributedApplicationEventingSubscriber>(new RunFolderPrograms(builder, folder));
        OrderedStop.AddTo(builder);
        return builder;
    }

    /// <summary>
    /// Says that the application is only described, to be published: servers are those of official images, their passwords variables, and nothing
    /// of this machine is looked at. Comes before any server is added.
    /// </summary>
    internal static IDistributedApplicationBuilder UseServersElsewhere(this IDistributedApplicationBuilder builder)
    {
        builder.Services.AddSingleton(new ServerInfrastructure(RunFolder.Elsewhere(PublishedFolder), ServerPrograms.Elsewhere, Secrets.Named(), _ => { }));
        return builder;
    }

    /// <summary>Adds a database: a primary, to which <see cref="MySqlCluster.WithReadReplicas"/> adds replicas.</summary>
    public static MySqlCluster AddMySqlCluster(this IDistributedApplicationBuilder builder, string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var place = Infrastructure(builder);
        return new(place.Servers.AddDatabase(builder, place, name), name);
    }

    /// <summary>Adds a Redis server.</summary>
    public static IResourceBuilder<IResourceWithConnectionString> AddRedisServer(this IDistributedApplicationBuilder builder, string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var place = Infrastructure(builder);
        return place.Servers.AddRedis(builder, place, name);
    }

    /// <summary>
    /// Gives a program the database as seen by one account: <c>ConnectionStrings__Primary</c>, <c>ConnectionStrings__Replica1</c>
    /// and so on, and <c>Database__ServerVersion</c> in the form Pomelo reads.
    /// </summary>
    public static IResourceBuilder<T> WithDatabase<T>(this IResourceBuilder<T> builder, MySqlCluster database, DatabaseAccount account)
        where T : IResourceWithEnvironment
    {
        ArgumentNullException.ThrowIfNull(database);
        builder
            .WithEnvironment("Database__ServerVersion", database.ServerVersion)
            .WithEnvironment("ConnectionStrings__Primary", database.Primary.Resource.ConnectionStringFor(account));
        foreach (var (index, replica) in database.Replicas.Index())
            builder.WithEnvironment(string.Create(CultureInfo.InvariantCulture, $"ConnectionStrings__Replica{index + 1}"), replica.Resource.ConnectionStringFor(account));
        return builder;
    }

    /// <summary>Starts a program when the primary answers and every replica follows it.</summary>
    public static IResourceBuilder<T> WaitFor<T>(this IResourceBuilder<T> builder, MySqlCluster database)
        where T : IResourceWithWaitSupport
    {
        ArgumentNullException.ThrowIfNull(database);
        foreach (var server in database.Replicas.Prepend(database.Primary))
            builder.WaitFor(server);
        return builder;
    }

    /// <summary>One port on 127.0.0.1, the server's own: no proxy between.</summary>
    /// <param name="builder">The server.</param>
    /// <param name="port">The port.</param>
    /// <param name="inside">Where the server listens in its container; null for a process, which listens on the port itself.</param>
    internal static IResourceBuilder<T> WithServerEndpoint<T>(this IResourceBuilder<T> builder, int port, int? inside = null) where T : IResourceWithEndpoints =>
        builder
            .WithEndpoint(port: port, targetPort: inside ?? port, scheme: "tcp", name: MySqlCluster.EndpointName, isProxied: false)
            .WithEndpoint(MySqlCluster.EndpointName, endpoint => endpoint.TargetHost = DatabaseAccounts.Host);

    /// <summary>Adds a check of ours, under a name that none of Aspire's own has.</summary>
    internal static IResourceBuilder<T> WithOwnHealthCheck<T>(this IResourceBuilder<T> builder, Func<IHealthCheck> check) where T : IResource
    {
        var key = $"{builder.Resource.Name}_answers";
        builder.ApplicationBuilder.Services.AddHealthChecks().Add(new(key, _ => check(), failureStatus: null, tags: null, timeout: TimeSpan.FromSeconds(10)));
        return builder.WithHealthCheck(key);
    }

    /// <summary>What the program needs in its environment, such as its libraries' folder.</summary>
    internal static IResourceBuilder<T> WithServerEnvironment<T>(this IResourceBuilder<T> builder, ServerCommand command) where T : IResourceWithEnvironment
    {
        foreach (var (name, value) in command.Environment)
            builder.WithEnvironment(name, value);
        return builder;
    }

    /// <summary>Where this application keeps its data.</summary>
    internal static RunFolder RunFolderOf(IDistributedApplicationBuilder builder) => Infrastructure(builder).Folder;

    /// <summary>What <see cref="UseServers"/> was told.</summary>
    internal static ServerInfrastructure Infrastructure(IDistributedApplicationBuilder builder) =>
        (ServerInfrastructure?)builder.Services.LastOrDefault(service => service.ServiceType == typeof(ServerInfrastructure))?.ImplementationInstance
        ?? throw new InvalidOperationException("UseServers comes before the first server.");
}
