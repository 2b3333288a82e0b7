using System.Collections;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Abstractions;
using Microsoft.AspNetCore.Http.Features;
using IServiceCollection = Microsoft.Extensions.DependencyInjection.IServiceCollection;
using ServiceDescriptor = Microsoft.Extensions.DependencyInjection.ServiceDescriptor;

namespace Dugout.Platform.Http;

/// <summary>Finds responses that need no pipeline.</summary>
internal interface IShortCircuit
{
    /// <summary>
    /// Returns the complete response to a request; null where the request must pass the pipeline. It must be the response of the pipeline, header by header, so whatever is unusual
    /// about a request leads to null. Runs for each request on the thread that has read it: it must neither block nor throw.
    /// </summary>
    FinishedResponse? Find(IHttpRequestFeature request);
}

/// <summary>
/// Sends finished responses between the server and the pipeline, because for a response from memory everything that ASP.NET Core makes for a request (context, scope, activity,
/// log scope, route) costs several times as much as the response. Such a request has no server span and no log scope; its duration is counted by <see cref="RequestDurations"/>. It
/// takes no place in the limits on concurrent requests, which protect a replica from work that waits, and has no deadline: the server's minimum data rate ends a client that does not read.
/// Compiled into the API and the gateway.
/// </summary>
internal static class ShortCircuit
{
    /// <summary>Puts it before the pipeline of the server that is registered; a host without a server stays as it is.</summary>
    public static void AddShortCircuit<T>(this IServiceCollection services)
        where T : class, IShortCircuit
    {
        if (services.LastOrDefault(service => service.ServiceType == typeof(IServer))?.ImplementationType is not { } server)
            return;
        services.Add(ServiceDescriptor.Singleton<T, T>());
        services.Add(ServiceDescriptor.Singleton<RequestDurations, RequestDurations>());
        services.Add(ServiceDescriptor.Singleton(server, server));
        services.Add(ServiceDescriptor.Singleton<IServer>(provider =>
            new Server((IServer)provider.GetService(server)!, (IShortCircuit)provider.GetService(typeof(T))!, (RequestDurations)provider.GetService(typeof(RequestDurations))!)));
    }

    private sealed class Server(IServer server, IShortCircuit circuit, RequestDurations durations) : IServer
    {
        public IFeatureCollection Features => server.Features;

        public Task StartAsync<TContext>(IHttpApplication<TContext> application, CancellationToken cancellationToken)
            where TContext : notnull => server.StartAsync(new Application<TContext>(application, circuit, durations), cancellationToken);

        public Task StopAsync(CancellationToken cancellationToken) => server.StopAsync(cancellationToken);

        public void Dispose()
        {
            // The container disposes of the server that it has created.
        }
    }

    private sealed class Application<TContext>(IHttpApplication<TContext> pipeline, IShortCircuit circuit, RequestDurations durations) : IHttpApplication<Exchange<TContext>>
        where TContext : notnull
    {
        public Exchange<TContext> CreateContext(IFeatureCollection contextFeatures)
        {
            var exchange = Exchange<TContext>.Of(contextFeatures);
            exchange.Began = durations.Begin();
            exchange.Response = circuit.Find(contextFeatures.Get<IHttpRequestFeature>()!);
            if (exchange.Response is null)
                exchange.Context = pipeline.CreateContext(exchange);
            return exchange;
        }

        public Task ProcessRequestAsync(Exchange<TContext> context) =>
            context.Response is { } response ? response.SendAsync(context.Features) : pipeline.ProcessRequestAsync(context.Context!);

        public void DisposeContext(Exchange<TContext> context, Exception? exception)
        {
            if (context.Response is { } response)
                durations.End(context.Began, context.Features.Get<IHttpRequestFeature>()!, response.Status);
            else
                pipeline.DisposeContext(context.Context!, exception);
            context.Response = null;
        }
    }

    /// <summary>
    /// A request and its response. The server keeps one for each connection, and through it the pipeline keeps its own context, as it does without the short circuit; otherwise it
    /// would make a new one for each request.
    /// </summary>
    private sealed class Exchange<TContext>(IFeatureCollection features) : IFeatureCollection, IHostContextContainer<TContext>
        where TContext : notnull
    {
        public IFeatureCollection Features => features;

        /// <summary>The pipeline's context of the request; not used with a <see cref="Response"/>.</summary>
        public TContext? Context { get; set; }

        /// <summary>The finished response; null where the pipeline makes it.</summary>
        public FinishedResponse? Response { get; set; }

        /// <summary>Time stamp of the request.</summary>
        public long Began { get; set; }

        TContext? IHostContextContainer<TContext>.HostContext { get; set; }

        bool IFeatureCollection.IsReadOnly => features.IsReadOnly;

        int IFeatureCollection.Revision => features.Revision;

        object? IFeatureCollection.this[Type key]
        {
            get => features[key];
            set => features[key] = value;
        }

        public static Exchange<TContext> Of(IFeatureCollection features) =>
            features is IHostContextContainer<Exchange<TContext>> connection ? connection.HostContext ??= new(features) : new(features);

        TFeature? IFeatureCollection.Get<TFeature>()
            where TFeature : default => features.Get<TFeature>();

        void IFeatureCollection.Set<TFeature>(TFeature? instance)
            where TFeature : default => features.Set(instance);

        IEnumerator<KeyValuePair<Type, object>> IEnumerable<KeyValuePair<Type, object>>.GetEnumerator() => features.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => features.GetEnumerator();
    }
}
