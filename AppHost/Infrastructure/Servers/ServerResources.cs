using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure.Servers;

/// <summary>What the resources of all servers have in common: one endpoint, a health check, an environment.</summary>
internal static class ServerResources
{
    /// <summary>Name of a server's only endpoint.</summary>
    public const string EndpointName = "tcp";

    /// <summary>Gives a server one port on a loopback address, without a proxy.</summary>
    /// <param name="builder">The server.</param>
    /// <param name="port">The port.</param>
    /// <param name="inside">Port inside the container; null for a process, which listens on the port itself.</param>
    /// <param name="host">The loopback address.</param>
    public static IResourceBuilder<T> WithServerEndpoint<T>(this IResourceBuilder<T> builder, int port, int? inside = null, string host = DatabaseAccounts.Host) where T : IResourceWithEndpoints =>
        builder
            .WithEndpoint(port: port, targetPort: inside ?? port, scheme: "tcp", name: EndpointName, isProxied: false)
            .WithEndpoint(EndpointName, endpoint => endpoint.TargetHost = host);

    /// <summary>Adds a health check, under a name that differs from Aspire's own.</summary>
    public static IResourceBuilder<T> WithOwnHealthCheck<T>(this IResourceBuilder<T> builder, Func<IHealthCheck> check) where T : IResource
    {
        var key = $"{builder.Resource.Name}_answers";
        builder.ApplicationBuilder.Services.AddHealthChecks().Add(new(key, _ => check(), failureStatus: null, tags: null, timeout: TimeSpan.FromSeconds(10)));
        return builder.WithHealthCheck(key);
    }

    /// <summary>Sets the program's environment, such as its library folder.</summary>
    public static IResourceBuilder<T> WithServerEnvironment<T>(this IResourceBuilder<T> builder, ServerCommand command) where T : IResourceWithEnvironment
    {
        foreach (var (name, value) in command.Environment)
            builder.WithEnvironment(name, value);
        return builder;
    }
}
