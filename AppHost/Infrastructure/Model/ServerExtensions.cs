using System.Globalization;
using Aspire.Hosting.Lifecycle;
using Dugout.Infrastructure.Commands;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.External;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Model;

/// <summary>Extension methods for an AppHost: they add servers and references, and hide how a server is set up.</summary>
public static class ServerExtensions
{
    /// <summary>Configures where this application stores its data and which programs it runs. Must come before any server is added.</summary>
    /// <param name="builder">The application.</param>
    /// <param name="folder">The run folder, already taken.</param>
    /// <param name="servers">The servers, already found.</param>
    /// <param name="announce">Receives lines for the user.</param>
    public static IDistributedApplicationBuilder UseServers(
        this IDistributedApplicationBuilder builder, RunFolder folder, SystemServers servers, Action<string> announce)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(folder);
        builder.Services.AddSingleton(new ServerInfrastructure(folder, servers, Secrets.LoadOrMake(folder), announce));
        builder.Services.AddSingleton<IDistributedApplicationEventingSubscriber>(new RunFolderPrograms(builder, folder));
        OrderedStop.AddTo(builder);
        return builder;
    }

    /// <summary>Adds a database: a primary, to which <see cref="MySqlCluster.WithReadReplicas"/> adds replicas.</summary>
    public static MySqlCluster AddMySqlCluster(this IDistributedApplicationBuilder builder, string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var place = ServerInfrastructure.Of(builder);
        return new(place.Servers.AddDatabase(builder, place, name), name);
    }

    /// <summary>Adds a Redis server.</summary>
    public static IResourceBuilder<IResourceWithConnectionString> AddRedisServer(this IDistributedApplicationBuilder builder, string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var place = ServerInfrastructure.Of(builder);
        var redis = place.Servers.AddRedis(builder, place, name);
        return redis.Resource is ExternalResource ? redis : redis.WithResetCommand();
    }

    /// <summary>Adds the Redis of cached responses, which evicts them when it is full; what it holds may be lost at any time.</summary>
    public static IResourceBuilder<IResourceWithConnectionString> AddRedisCache(this IDistributedApplicationBuilder builder, string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var place = ServerInfrastructure.Of(builder);
        return place.Servers.AddRedisCache(builder, place, name);
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
            .WithEnvironment("ConnectionStrings__Primary", database.ConnectionStringFor(account));
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
}
