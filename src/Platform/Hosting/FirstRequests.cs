using System.Net;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Platform.Hosting;

/// <summary>
/// Lets every slice warm up once the server listens; until then the replica is not ready, so that load balancers send nothing. A slice that fails, or takes too long, delays the replica but
/// does not stop it: the first fans then wait longer.
/// </summary>
internal sealed class FirstRequests(IServer server, IEnumerable<IWarmUp> slices, ILogger<FirstRequests> log) : IHostedLifecycleService, IHealthCheck
{
    /// <summary>Not sampled: a warm-up is no user's trace.</summary>
    private const string Untraced = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    private volatile bool _areDone;

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(_areDone ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("The replica is warming up."));

    /// <inheritdoc/>
    public async Task StartedAsync(CancellationToken cancellationToken)
    {
        // A host without a server, as that of the tool which writes the OpenAPI document at build time, has no fans either.
        if (Address() is { } address)
            await WarmUpAsync(address, cancellationToken);
        _areDone = true;
    }

    /// <inheritdoc/>
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task WarmUpAsync(Uri address, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        stop.CancelAfter(Longest);
        using var self = new HttpClient(new SocketsHttpHandler { UseProxy = false, ActivityHeadersPropagator = null }) { BaseAddress = address };
        self.DefaultRequestHeaders.Add("traceparent", Untraced);
        foreach (var slice in slices)
        {
            try
            {
                await slice.WarmUpAsync(self, stop.Token);
            }
            catch (Exception error) when (!cancellationToken.IsCancellationRequested)
            {
                log.LogWarning("Could not complete {WarmUp}: {Reason}; the first requests take longer", slice.GetType().Name, error.Message);
            }
        }
    }

    /// <summary>An address of this replica; a server that listens on all addresses is reached by loopback, too. Null where it listens nowhere.</summary>
    private Uri? Address()
    {
        if (server.Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault() is not { } text)
            return null;
        var address = BindingAddress.Parse(text);
        var isOne = address.Host == "localhost" || (IPAddress.TryParse(address.Host.Trim('[', ']'), out var ip) && !ip.Equals(IPAddress.Any) && !ip.Equals(IPAddress.IPv6Any));
        return new UriBuilder(address.Scheme, isOne ? address.Host : "127.0.0.1", address.Port).Uri;
    }
}

/// <summary>Registers the warm-up of a host that serves fans.</summary>
public static class FirstRequestsExtensions
{
    /// <summary>Makes the host ready only after its slices have warmed up.</summary>
    public static IServiceCollection AddFirstRequests(this IServiceCollection services)
    {
        services.AddSingleton<FirstRequests>();
        services.AddHostedService(provider => provider.GetRequiredService<FirstRequests>());
        services.AddHealthChecks().AddCheck<FirstRequests>("warm-up");
        return services;
    }
}
