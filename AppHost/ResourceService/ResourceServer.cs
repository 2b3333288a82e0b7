using System.Net;
using Aspire.Hosting.ApplicationModel;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.ResourceService;

/// <summary>
/// Serves the dashboard from before it starts until it is gone, on a free port of 127.0.0.1, over HTTP/2 without TLS. Where there is no dashboard nothing is
/// served; where nothing can be served the dashboard goes without, and the system starts all the same.
/// </summary>
internal sealed class ResourceServer(
    IServiceProvider services, IConfiguration configuration, IHostEnvironment environment, IEnumerable<KnownSecret> secrets, ILogger<ResourceServer> logger)
    : IHostedLifecycleService, IAsyncDisposable
{
    /// <summary>The key the dashboard has to send; made up for a run unless it is configured, as upstream.</summary>
    public const string KeySetting = "AppHost:ResourceService:ApiKey";

    private static readonly string[] KeySettings = [KeySetting, "AppHost:OtlpApiKey", "AppHost:DashboardApiKey"];
    private static readonly TimeSpan LongestEnd = TimeSpan.FromSeconds(5);

    private readonly CancellationTokenSource _stopping = new();
    private readonly ResourceNames _names = new();
    private WebApplication? _server;
    private bool _isWanted;

    /// <summary>Where it answers; null while it doesn't.</summary>
    public Uri? Address { get; private set; }

    /// <summary>Tells the dashboard where to ask and projects who they are. To be called before anything starts.</summary>
    public void Prepare(DistributedApplicationModel model)
    {
        if (model.Resources.FirstOrDefault(resource => resource.Name == ResourceNames.Dashboard) is not { } dashboard)
            return;
        _isWanted = true;
        dashboard.Annotations.Add(new EnvironmentCallbackAnnotation(context =>
        {
            if (Address is null)
                return Task.CompletedTask;
            context.EnvironmentVariables["ASPIRE_RESOURCE_SERVICE_ENDPOINT_URL"] = Address.GetLeftPart(UriPartial.Authority);
            context.EnvironmentVariables["DASHBOARD__RESOURCESERVICECLIENT__AUTHMODE"] = "ApiKey";
            context.EnvironmentVariables["DASHBOARD__RESOURCESERVICECLIENT__APIKEY"] = Key;
            return Task.CompletedTask;
        }));
        foreach (var resource in model.Resources)
            _names.Tell(resource);
    }

    /// <summary>Begins to serve, before any resource starts.</summary>
    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        if (!_isWanted)
            return;
        try
        {
            _server = Build();
            await _server.StartAsync(cancellationToken);
            Address = new Uri(_server.Urls.Single());
        }
        catch (Exception fault) when (!cancellationToken.IsCancellationRequested)
        {
            logger.LogWarning("the dashboard will show no resources, for it can't be told of them: {Reason}", fault.Message);
        }
    }

    /// <summary>Stops, now that every resource has, the dashboard among them: one that lives on without this service may crash.</summary>
    public Task StoppedAsync(CancellationToken cancellationToken) => DisposeAsync().AsTask();

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _server, null) is not { } server)
            return;
        Address = null;
        await _stopping.CancelAsync();
        using var patience = new CancellationTokenSource(LongestEnd);
        await server.StopAsync(patience.Token);
        await server.DisposeAsync();
        _stopping.Dispose();
    }

    Task IHostedService.StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    Task IHostedLifecycleService.StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    Task IHostedLifecycleService.StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    Task IHostedService.StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private string Key => configuration[KeySetting] ?? throw new InvalidOperationException($"{KeySetting} is not set.");

    private WebApplication Build()
    {
        // Nothing of the host's defaults: no settings from the environment, no log of its own.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            // Calls that watch are silent for as long as nothing happens.
            kestrel.Limits.MinRequestBodyDataRate = null;
            kestrel.Limits.MinResponseDataRate = null;
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
        });
        var server = builder.Build();
        const string AppHost = ".AppHost";
        var name = environment.ApplicationName;
        var masking = new Masking([.. secrets.Select(secret => secret.Value), .. KeySettings.Select(setting => configuration[setting])]);
        var calls = new DashboardCalls(
            services, _names, masking, name.EndsWith(AppHost, StringComparison.Ordinal) ? name[..^AppHost.Length] : name, Key, _stopping.Token);
        server.Run(calls.HandleAsync);
        return server;
    }

    /// <summary>Signals are the AppHost's business.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}

/// <summary>Something the dashboard is never told, wherever it turns up.</summary>
/// <param name="Value">The secret itself.</param>
internal sealed record KnownSecret(string Value);
