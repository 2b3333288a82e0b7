using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Stops programs before their dependencies, so that the API and the worker end while their databases still respond. Aspire itself stops all at once. A hosted
/// service, because hosted services stop in reverse order of registration: this one is registered last, so it finishes before Aspire's orchestrator stops.
/// </summary>
internal sealed class OrderedStop(DistributedApplicationModel model, ResourceNotificationService notifications, ResourceCommandService commands) : IHostedService
{
    private readonly Lock _once = new();
    private Task? _stopping;

    /// <summary>Registers the service. Must come after everything else that the application runs.</summary>
    public static void AddTo(IDistributedApplicationBuilder builder)
    {
        builder.Services.AddHostedService<OrderedStop>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(60));
    }

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Stops everything once, however often it is called.</summary>
    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken)
    {
        lock (_once)
            return _stopping ??= StopAllAsync(cancellationToken);
    }

    private Task StopAllAsync(CancellationToken cancellationToken)
    {
        var needs = model.Resources.Where(Runs).ToDictionary(resource => resource, resource => resource.Dependencies());
        var stops = new Dictionary<IResource, Lazy<Task>>();
        foreach (var resource in needs.Keys)
            stops.Add(resource, new(() => StopAfterDependentsAsync(resource)));
        return Task.WhenAll(stops.Values.Select(stop => stop.Value));

        async Task StopAfterDependentsAsync(IResource resource)
        {
            await Task.WhenAll(needs.Where(other => other.Value.Contains(resource)).Select(other => stops[other.Key].Value));
            await StopAsync(resource, cancellationToken);
        }
    }

    /// <summary>
    /// Returns when the process has ended: the command itself returns seconds later, because it polls with growing intervals. The orchestrator later stops a program that cannot be stopped in order.
    /// </summary>
    private async Task StopAsync(IResource resource, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var command = commands.ExecuteCommandAsync(resource, KnownResourceCommands.StopCommand, either.Token);
        var ended = notifications.WaitForResourceAsync(resource.Name, now => now.Snapshot.HasEnded(), either.Token);
        await Task.WhenAny(command, ended);
        await either.CancelAsync();
        await Task.WhenAll(command, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private bool Runs(IResource resource) =>
        resource is ExecutableResource or ProjectResource or ContainerResource && resource.Name != ResourceStates.Dashboard
        && notifications.TryGetCurrentState(resource.Name, out var now) && now.Snapshot.State?.Text is { } state
        && state != KnownResourceStates.NotStarted && !now.Snapshot.HasEnded() && !now.Snapshot.CouldNotStart();
}
