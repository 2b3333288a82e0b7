using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace Dugout.ServiceDefaults;

/// <summary>
/// A host that is asked to stop says first that it isn't ready, and goes on answering meanwhile, so that whoever spreads requests has stopped sending it any when it stops to
/// listen. For how long says the setting <c>Drain:Seconds</c> (0 to 5; 0, the default, for hosts that nobody spreads requests over).
/// </summary>
/// <remarks>
/// It has to be longer than it takes the gateway to notice: with two looks a second apart, two seconds and the time to answer. <c>ReplicaProcessesTests</c> holds
/// the shipped numbers together.
/// </remarks>
internal sealed class Drain(IHostApplicationLifetime life, TimeProvider clock, TimeSpan pause) : IHostedLifecycleService, IHealthCheck
{
    private const string Setting = "Drain:Seconds";

    /// <summary>Of the time a host gets to stop, its last requests need the rest.</summary>
    private const double Most = 5;

    private int _asked;

    /// <summary>Adds it where the setting asks for it; otherwise a host stops at once.</summary>
    /// <exception cref="InvalidOperationException">The setting is no number, or out of range.</exception>
    public static void Add(WebApplicationBuilder builder)
    {
        if (builder.Configuration[Setting] is not { Length: > 0 } asked)
            return;
        if (!double.TryParse(asked, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds) || seconds is < 0 or > Most)
            throw new InvalidOperationException($"The setting {Setting} is '{asked}'; it is a number from 0 to {Most}.");
        if (seconds == 0)
            return;
        builder.Services.AddSingleton(services => new Drain(
            services.GetRequiredService<IHostApplicationLifetime>(), services.GetService<TimeProvider>() ?? TimeProvider.System, TimeSpan.FromSeconds(seconds)));
        builder.Services.AddHostedService(services => services.GetRequiredService<Drain>());
        builder.Services.AddHealthChecks().AddCheck<Drain>("stopping");
    }

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(life.ApplicationStopping.IsCancellationRequested ? HealthCheckResult.Unhealthy("It is about to stop.") : HealthCheckResult.Healthy());

    /// <summary>Comes before anything of the host stops. Only a host that was asked to stop waits; one that is taken down by the program around it, as in tests, doesn't.</summary>
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
