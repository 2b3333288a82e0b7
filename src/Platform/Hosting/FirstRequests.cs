using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.ServiceDefaults;

/// <summary>The first requests of one part of a host, sent by the host itself before clients send theirs: they compile the code, open connections and fill caches. They change nothing.</summary>
/// <param name="Name">Names the part in the log.</param>
/// <param name="SendAsync">Sends them, at addresses relative to the host.</param>
public sealed record WarmUpStep(string Name, Func<HttpClient, CancellationToken, Task> SendAsync);

/// <summary>
/// Runs the warm-up of a host once its server listens; until then the host is not ready, so that load balancers send nothing. A step that fails, or takes too long, delays the host but
/// does not stop it: the first clients then wait longer.
/// </summary>
internal sealed class FirstRequests(IServer server, FirstRequests.Steps steps, IServiceProvider services, ILogger<FirstRequests> log) : IHostedLifecycleService, IHealthCheck
{
    /// <summary>The steps, made when they are needed.</summary>
    internal sealed record Steps(Func<IServiceProvider, IEnumerable<WarmUpStep>> Make);

    /// <summary>Not sampled: a warm-up is no user's trace.</summary>
    private const string Untraced = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    private volatile bool _areDone;

    /// <summary>Makes a host ready only after its warm-up.</summary>
    public static void Add(WebApplicationBuilder builder, Func<IServiceProvider, IEnumerable<WarmUpStep>> steps)
    {
        builder.Services.AddSingleton(new Steps(steps));
        builder.Services.AddSingleton<FirstRequests>();
        builder.Services.AddHostedService(provider => provider.GetRequiredService<FirstRequests>());
        builder.Services.AddHealthChecks().AddCheck<FirstRequests>("warm-up");
    }

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(_areDone ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("The host is warming up."));

    /// <inheritdoc/>
    public async Task StartedAsync(CancellationToken cancellationToken)
    {
        // A host without a server, as that of the tool which writes the OpenAPI document at build time, has no clients either.
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
        foreach (var step in steps.Make(services))
        {
            try
            {
                await step.SendAsync(self, stop.Token);
            }
            catch (Exception error) when (!cancellationToken.IsCancellationRequested)
            {
                log.LogWarning("Could not warm up {Part}: {Reason}; the first requests take longer", step.Name, error.Message);
            }
        }
    }

    /// <summary>An address of this host; a server that listens on all addresses is reached by loopback, too. Null where it listens nowhere.</summary>
    private Uri? Address()
    {
        if (server.Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault() is not { } text)
            return null;
        var address = BindingAddress.Parse(text);
        var isOne = address.Host == "localhost" || (IPAddress.TryParse(address.Host.Trim('[', ']'), out var ip) && !ip.Equals(IPAddress.Any) && !ip.Equals(IPAddress.IPv6Any));
        return new UriBuilder(address.Scheme, isOne ? address.Host : "127.0.0.1", address.Port).Uri;
    }
}
