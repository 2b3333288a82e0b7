// The verbs of an AppHost: With… and WaitFor…
using System.Net.Sockets;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Running;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Aspire.Hosting;

public interface IResourceWithServiceDiscovery : IResourceWithEndpoints;

public static class ResourceBuilderExtensions
{
    // Environment -------------------------------------------------------------------------------------------------

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, string name, string? value) where T : IResourceWithEnvironment =>
        builder.WithEnvironment(context => context.EnvironmentVariables[name] = value ?? "");

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, string name, in ReferenceExpression.ExpressionInterpolatedStringHandler value)
        where T : IResourceWithEnvironment =>
        builder.WithEnvironment(name, ReferenceExpression.Create(value));

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, string name, ReferenceExpression value) where T : IResourceWithEnvironment =>
        builder.WithEnvironment(context => context.EnvironmentVariables[name] = value);

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, string name, EndpointReference endpointReference)
        where T : IResourceWithEnvironment =>
        builder.WithEnvironment(context => context.EnvironmentVariables[name] = endpointReference);

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, string name, Func<string> callback) where T : IResourceWithEnvironment =>
        builder.WithEnvironment(context => context.EnvironmentVariables[name] = callback());

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, Action<EnvironmentCallbackContext> callback)
        where T : IResourceWithEnvironment =>
        builder.WithEnvironment(context =>
        {
            callback(context);
            return Task.CompletedTask;
        });

    public static IResourceBuilder<T> WithEnvironment<T>(this IResourceBuilder<T> builder, Func<EnvironmentCallbackContext, Task> callback)
        where T : IResourceWithEnvironment =>
        builder.WithAnnotation(new EnvironmentCallbackAnnotation(callback));

    // Arguments ---------------------------------------------------------------------------------------------------

    public static IResourceBuilder<T> WithArgs<T>(this IResourceBuilder<T> builder, params string[] args) where T : IResourceWithArgs =>
        builder.WithArgs((object[])args);

    public static IResourceBuilder<T> WithArgs<T>(this IResourceBuilder<T> builder, params object[] args) where T : IResourceWithArgs =>
        builder.WithArgs(context =>
        {
            foreach (var arg in args)
                context.Args.Add(arg);
        });

    public static IResourceBuilder<T> WithArgs<T>(this IResourceBuilder<T> builder, Action<CommandLineArgsCallbackContext> callback) where T : IResourceWithArgs =>
        builder.WithArgs(context =>
        {
            callback(context);
            return Task.CompletedTask;
        });

    public static IResourceBuilder<T> WithArgs<T>(this IResourceBuilder<T> builder, Func<CommandLineArgsCallbackContext, Task> callback) where T : IResourceWithArgs =>
        builder.WithAnnotation(new CommandLineArgsCallbackAnnotation(callback));

    // Endpoints ---------------------------------------------------------------------------------------------------

    public static EndpointReference GetEndpoint<T>(this IResourceBuilder<T> builder, string name) where T : IResourceWithEndpoints =>
        builder.Resource.GetEndpoint(name);

    public static IResourceBuilder<T> WithHttpEndpoint<T>(this IResourceBuilder<T> builder,
        int? port = null, int? targetPort = null, string? name = null, string? env = null, bool? isProxied = null) where T : IResourceWithEndpoints =>
        builder.WithEndpoint(port, targetPort, scheme: "http", name: name ?? "http", env: env, isProxied: isProxied);

    public static IResourceBuilder<T> WithEndpoint<T>(this IResourceBuilder<T> builder,
        int? port = null, int? targetPort = null, string? scheme = null, string? name = null, string? env = null,
        bool? isProxied = null, bool? isExternal = null, ProtocolType? protocol = null) where T : IResourceWithEndpoints
    {
        var endpoint = new EndpointAnnotation(protocol ?? ProtocolType.Tcp, uriScheme: scheme, name: name, port: port, targetPort: targetPort,
            isExternal: isExternal, isProxied: isProxied);
        if (builder.Resource.GetEndpoint(endpoint.Name).Exists)
            throw new DistributedApplicationException($"Endpoint with name '{endpoint.Name}' already exists on '{builder.Resource.Name}'.");
        if (env is not null)
        {
            var reference = new EndpointReference(builder.Resource, endpoint);
            builder.WithAnnotation(new EnvironmentCallbackAnnotation(context =>
            {
                context.EnvironmentVariables[env] = reference.Property(EndpointProperty.TargetPort);
                return Task.CompletedTask;
            }));
        }

        return builder.WithAnnotation(endpoint);
    }

    public static IResourceBuilder<T> WithEndpoint<T>(this IResourceBuilder<T> builder, string endpointName, Action<EndpointAnnotation> callback, bool createIfNotExists = true)
        where T : IResourceWithEndpoints
    {
        var endpoint = builder.GetEndpoint(endpointName) is { Exists: true } existing ? existing.EndpointAnnotation : null;
        if (endpoint is null && createIfNotExists)
        {
            endpoint = new EndpointAnnotation(ProtocolType.Tcp, name: endpointName);
            builder.WithAnnotation(endpoint);
        }

        if (endpoint is not null)
            callback(endpoint);
        return builder;
    }

    // References --------------------------------------------------------------------------------------------------

    public static IResourceBuilder<TDestination> WithReference<TDestination>(this IResourceBuilder<TDestination> builder,
        IResourceBuilder<IResourceWithConnectionString> source, string? connectionName = null, bool optional = false) where TDestination : IResourceWithEnvironment
    {
        var resource = source.Resource;
        var name = resource.ConnectionStringEnvironmentVariable ?? $"ConnectionStrings__{connectionName ?? resource.Name}";
        return builder.References(resource).WithEnvironment(async context =>
        {
            var value = await resource.GetConnectionStringAsync(context.CancellationToken);
            if (!string.IsNullOrEmpty(value))
                context.EnvironmentVariables[name] = value;
            else if (!optional)
                throw new DistributedApplicationException($"The connection string of '{resource.Name}' is empty.");
        });
    }

    public static IResourceBuilder<TDestination> WithReference<TDestination>(this IResourceBuilder<TDestination> builder, IResourceBuilder<IResourceWithServiceDiscovery> source)
        where TDestination : IResourceWithEnvironment =>
        builder.References(source.Resource).WithEnvironment(context =>
        {
            foreach (var endpoint in source.Resource.GetEndpoints())
                context.EnvironmentVariables[ServiceVariable(endpoint)] = endpoint;
        });

    public static IResourceBuilder<TDestination> WithReference<TDestination>(this IResourceBuilder<TDestination> builder, EndpointReference endpointReference)
        where TDestination : IResourceWithEnvironment =>
        builder.References(endpointReference.Resource)
            .WithEnvironment(context => context.EnvironmentVariables[ServiceVariable(endpointReference)] = endpointReference);

    private static string ServiceVariable(EndpointReference endpoint) => $"services__{endpoint.Resource.Name}__{endpoint.EndpointName}__0";

    private static IResourceBuilder<T> References<T>(this IResourceBuilder<T> builder, IResource resource) where T : IResource =>
        builder.WithAnnotation(new ResourceRelationshipAnnotation(resource, "Reference"));

    public static IResourceBuilder<T> WithParentRelationship<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> parent) where T : IResource =>
        builder.WithAnnotation(new ResourceRelationshipAnnotation(parent.Resource, "Parent"));

    // Waiting -----------------------------------------------------------------------------------------------------

    public static IResourceBuilder<T> WaitFor<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency) where T : IResourceWithWaitSupport =>
        builder.Waits(dependency.Resource, WaitType.WaitUntilHealthy);

    public static IResourceBuilder<T> WaitForCompletion<T>(this IResourceBuilder<T> builder, IResourceBuilder<IResource> dependency, int exitCode = 0)
        where T : IResourceWithWaitSupport =>
        builder.Waits(dependency.Resource, WaitType.WaitForCompletion, exitCode);

    private static IResourceBuilder<T> Waits<T>(this IResourceBuilder<T> builder, IResource dependency, WaitType type, int exitCode = 0) where T : IResource
    {
        if (ReferenceEquals(builder.Resource, dependency))
            throw new DistributedApplicationException($"The '{dependency.Name}' resource cannot wait for itself.");
        return builder
            .WithAnnotation(new WaitAnnotation(dependency, type, exitCode))
            .WithAnnotation(new ResourceRelationshipAnnotation(dependency, "WaitFor"));
    }

    public static IResourceBuilder<T> WithExplicitStart<T>(this IResourceBuilder<T> builder) where T : IResource => builder.WithAnnotation(new ExplicitStartupAnnotation());

    public static IResourceBuilder<T> WithCommand<T>(this IResourceBuilder<T> builder, string name, string displayName,
        Func<ExecuteCommandContext, Task<ExecuteCommandResult>> executeCommand, CommandOptions? commandOptions = null) where T : IResource =>
        builder.WithAnnotation(new ResourceCommandAnnotation(name, displayName, executeCommand, commandOptions ?? new()));

    // Health ------------------------------------------------------------------------------------------------------

    public static IResourceBuilder<T> WithHealthCheck<T>(this IResourceBuilder<T> builder, string key) where T : IResource
    {
        if (builder.Resource.Annotations.OfType<HealthCheckAnnotation>().Any(annotation => annotation.Key == key))
            throw new DistributedApplicationException($"Resource '{builder.Resource.Name}' already has a health check with key '{key}'.");
        return builder.WithAnnotation(new HealthCheckAnnotation(key));
    }

    public static IResourceBuilder<T> WithHttpHealthCheck<T>(this IResourceBuilder<T> builder, string? path = null, int? statusCode = null, string? endpointName = null)
        where T : IResourceWithEndpoints
    {
        var endpoint = builder.GetEndpoint(endpointName ?? "http");
        var (relative, expected) = (path ?? "/", statusCode ?? 200);
        var key = $"{builder.Resource.Name}_{endpoint.EndpointName}_{relative}_{expected}_check";
        builder.ApplicationBuilder.Services.AddHealthChecks()
            .Add(new HealthCheckRegistration(key, _ => new HttpHealthCheck(endpoint, relative, expected), failureStatus: null, tags: null, HttpHealthCheck.Timeout));
        return builder.WithHealthCheck(key);
    }
}

public static class CustomResourceExtensions
{
    public static IResourceBuilder<TResource> WithInitialState<TResource>(this IResourceBuilder<TResource> builder, CustomResourceSnapshot initialSnapshot)
        where TResource : IResource =>
        builder.WithAnnotation(new ResourceSnapshotAnnotation(initialSnapshot), ResourceAnnotationMutationBehavior.Replace);
}

public static class DistributedApplicationEventingExtensions
{
    public static IResourceBuilder<T> OnInitializeResource<T>(this IResourceBuilder<T> builder, Func<T, InitializeResourceEvent, CancellationToken, Task> callback)
        where T : IResource
    {
        builder.ApplicationBuilder.Eventing.Subscribe<InitializeResourceEvent>(builder.Resource, (@event, stop) => callback(builder.Resource, @event, stop));
        return builder;
    }

    public static IResourceBuilder<T> OnBeforeResourceStarted<T>(this IResourceBuilder<T> builder, Func<T, BeforeResourceStartedEvent, CancellationToken, Task> callback)
        where T : IResource
    {
        builder.ApplicationBuilder.Eventing.Subscribe<BeforeResourceStartedEvent>(builder.Resource, (@event, stop) => callback(builder.Resource, @event, stop));
        return builder;
    }

    public static IResourceBuilder<T> OnResourceReady<T>(this IResourceBuilder<T> builder, Func<T, ResourceReadyEvent, CancellationToken, Task> callback)
        where T : IResource
    {
        builder.ApplicationBuilder.Eventing.Subscribe<ResourceReadyEvent>(builder.Resource, (@event, stop) => callback(builder.Resource, @event, stop));
        return builder;
    }
}
