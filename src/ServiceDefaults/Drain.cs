using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace Dugout.ServiceDefaults;

/// <summary>
/// A host that is stopping first reports that it is not ready, and continues to serve meanwhile, so that the load balancer has stopped sending requests before the host stops to
/// listen. The setting <c>Drain:Seconds</c> is the duration (0 to 5; 0, the default, for hosts without a load balancer).
/// </summary>
/// <remarks>
/// It must be longer than the gateway needs to notice: with two probes a second apart, two seconds and the response time. <c>ReplicaProcessesTests</c> checks
/// that the shipped numbers match.
/// </remarks>
internal sealed class Drain(IHostApplicationLifetime life, TimeProvider clock, TimeSpan pause) : IHostedLifecycleService, IHealthCheck
{
    private const string Setting = "Drain:Seconds";

    /// <summary>The remaining shutdown time is needed for the last requests.</summary>
    private const double Most = 5;

    private int _asked;

    /// <summary>Adds the drain where the setting is present; otherwise a host stops at once.</summary>
    /// <exception cref="InvalidOperationException">The setting is not a number, or out of range.</exception>
    public static void Add(WebApplicationBuilder builder)
    {
        if (builder.Configuration[Setting] is not { Length: > 0 } asked)
            return;
        if (!double.TryParse(asked, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds) || seconds is < 0 or > Most)
            throw new InvalidOperationException($"The setting {Setting} must be a number from 0 to {Most}, not '{asked}'.");
        if (seconds == 0)
            return;
        builder.Services.AddSingleton(services => new Drain(
            services.GetRequiredService<IHostApplicationLifetime>(), services.GetService<TimeProvider>() ?? TimeProvider.System, TimeSpan.FromSeconds(seconds)));
        builder.Services.AddHostedService(services => services.GetRequiredService<Drain>());
        builder.Services.AddHealthChecks().AddCheck<Drain>("stopping");
    }

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(life.ApplicationStopping.IsCancellationRequested ? HealthCheckResult.Unhealthy("The host is stopping.") : HealthCheckResult.Healthy());

    /// <summary>Runs before anything in the host stops. Only a host stopped by a signal waits; one that its own program disposes, as in tests, does not.</summary>
    public async Task StoppingAsync(CancellationToken cancellationToken)
    {
        if (Interlocked.Exchange(ref _asked, 1) == 0 && life.ApplicationStopping.IsCancellationRequested)
            await Task.Delay(pause, clock, cancellationToken);
    }

    /// <inheritdoc/>
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
