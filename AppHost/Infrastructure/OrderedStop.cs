using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Infrastructure;

/// <summary>
/// Stops programs before what they wait for, so that the API and the worker end while their databases still answer. Aspire itself stops all at once. A hosted
/// service, since these are stopped in reverse order of their registration: this one is registered last, so it is done before Aspire's orchestrator is stopped.
/// </summary>
internal sealed class OrderedStop(DistributedApplicationModel model, ResourceNotificationService notifications, ResourceCommandService commands) : IHostedService
{
    /// <summary>Adds it. Comes after everything else that the application runs.</summary>
    public static void AddTo(IDistributedApplicationBuilder builder)
    {
        builder.Services.AddHostedService<OrderedStop>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(60));
    }

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        var left = model.Resources.Where(Runs).ToList();
        while (left.Count > 0)
        {
            var needed = left.SelectMany(resource => resource.Annotations.OfType<WaitAnnotation>()).Select(wait => wait.Resource).ToHashSet();
            var free = left.Where(resource => !needed.Contains(resource)).ToList();
            // Resources that wait for each other never started.
            if (free.Count == 0)
                return;
            await Task.WhenAll(free.Select(resource => StopAsync(resource, cancellationToken)));
            left = [.. left.Except(free)];
        }
    }

    /// <summary>What can't be stopped in order is stopped by the orchestrator afterwards.</summary>
    private async Task StopAsync(IResource resource, CancellationToken cancellationToken)
    {
        try
        {
            await commands.ExecuteCommandAsync(resource, KnownResourceCommands.StopCommand, cancellationToken);
        }
        catch (OperationCanceledException)
        {
        }
    }

    private bool Runs(IResource resource) =>
        resource is ExecutableResource or ProjectResource or ContainerResource && resource.Name != ResourceStates.Dashboard
        && notifications.TryGetCurrentState(resource.Name, out var now) && now.Snapshot.State?.Text is { } state
        && state != KnownResourceStates.NotStarted && !now.Snapshot.HasEnded() && !now.Snapshot.CouldNotStart();
}
