using System.Globalization;
using Aspire.Hosting.Lifecycle;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure;

/// <summary>Extension methods for an AppHost: they add servers and references, and hide how a server is set up.</summary>
public static class ServerExtensions
{
    /// <summary>Data folder of a published program.</summary>
    internal const string PublishedFolder = "/var/lib/dugout";

    /// <summary>Configures where this application stores its data and which programs it runs. Must come before any server is added.</summary>
    /// <param name="builder">The application.</param>
    /// <param name="folder">The run folder, already taken.</param>
    /// <param name="servers">The servers, already found.</param>
    /// <param name="announce">Receives lines for the user.</param>
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
    /// Configures an application that is only described, to be published: servers run from official images, their passwords are variables, and nothing
    /// of this machine is inspected. Must come before any server is added.
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
    /// Gives a program one account's connection strings, <c>ConnectionStrings__Primary</c>, <c>ConnectionStrings__Replica1</c>
    /// and so on, and <c>Database__ServerVersion</c> in Pomelo's format.
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

    /// <summary>Starts a program when the primary is healthy and every replica follows it.</summary>
    public static IResourceBuilder<T> WaitFor<T>(this IResourceBuilder<T> builder, MySqlCluster database)
        where T : IResourceWithWaitSupport
    {
        ArgumentNullException.ThrowIfNull(database);
        foreach (var server in database.Replicas.Prepend(database.Primary))
            builder.WaitFor(server);
        return builder;
    }

    /// <summary>Gives a server one port on 127.0.0.1, without a proxy.</summary>
    /// <param name="builder">The server.</param>
    /// <param name="port">The port.</param>
    /// <param name="inside">Port inside the container; null for a process, which listens on the port itself.</param>
    internal static IResourceBuilder<T> WithServerEndpoint<T>(this IResourceBuilder<T> builder, int port, int? inside = null) where T : IResourceWithEndpoints =>
        builder
            .WithEndpoint(port: port, targetPort: inside ?? port, scheme: "tcp", name: MySqlCluster.EndpointName, isProxied: false)
            .WithEndpoint(MySqlCluster.EndpointName, endpoint => endpoint.TargetHost = DatabaseAccounts.Host);

    /// <summary>Adds a health check, under a name that differs from Aspire's own.</summary>
    internal static IResourceBuilder<T> WithOwnHealthCheck<T>(this IResourceBuilder<T> builder, Func<IHealthCheck> check) where T : IResource
    {
        var key = $"{builder.Resource.Name}_answers";
        builder.ApplicationBuilder.Services.AddHealthChecks().Add(new(key, _ => check(), failureStatus: null, tags: null, timeout: TimeSpan.FromSeconds(10)));
        return builder.WithHealthCheck(key);
    }

    /// <summary>Sets the program's environment, such as its library folder.</summary>
    internal static IResourceBuilder<T> WithServerEnvironment<T>(this IResourceBuilder<T> builder, ServerCommand command) where T : IResourceWithEnvironment
    {
        foreach (var (name, value) in command.Environment)
            builder.WithEnvironment(name, value);
        return builder;
    }

    /// <summary>Returns the run folder of this application.</summary>
    internal static RunFolder RunFolderOf(IDistributedApplicationBuilder builder) => Infrastructure(builder).Folder;

    /// <summary>Returns what <see cref="UseServers"/> has configured.</summary>
    internal static ServerInfrastructure Infrastructure(IDistributedApplicationBuilder builder) =>
        (ServerInfrastructure?)builder.Services.LastOrDefault(service => service.ServiceType == typeof(ServerInfrastructure))?.ImplementationInstance
        ?? throw new InvalidOperationException("Call UseServers before the first server is added.");
}
