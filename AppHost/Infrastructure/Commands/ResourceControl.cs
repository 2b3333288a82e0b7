using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure.Commands;

/// <summary>Starts and stops resources for a command, with their own commands, and waits until they have done so.</summary>
/// <param name="context">The command in progress.</param>
internal sealed class ResourceControl(ExecuteCommandContext context)
{
    private readonly ResourceNotificationService _notifications = context.Services.GetRequiredService<ResourceNotificationService>();

    /// <summary>Whether a resource has a process.</summary>
    public bool Runs(IResource resource) =>
        _notifications.TryGetCurrentState(resource.Name, out var now) && now.Snapshot.State?.Text is { } state
        && (state == KnownResourceStates.Running || state == ResourceStates.Frozen);

    /// <summary>Whether a resource runs and is not frozen.</summary>
    public bool Answers(IResource resource) => _notifications.TryGetCurrentState(resource.Name, out var now) && now.Snapshot.State?.Text == KnownResourceStates.Running;

    /// <summary>Returns a resource and its direct and transitive dependents; each after its own dependencies.</summary>
    public IReadOnlyList<IResource> WithDependents(IResource first)
    {
        var all = context.Services.GetRequiredService<DistributedApplicationModel>().Resources;
        var found = all.Where(resource => resource == first || resource.Dependencies().Contains(first)).ToHashSet();
        var ordered = new List<IResource>();
        foreach (var resource in found)
            Add(resource);
        return ordered;

        void Add(IResource resource)
        {
            if (!found.Contains(resource) || ordered.Contains(resource))
                return;
            foreach (var wait in resource.Waits())
                Add(wait.Resource);
            ordered.Add(resource);
        }
    }

    /// <summary>Stops a resource and returns when it has ended.</summary>
    public async Task StopAsync(IResource resource)
    {
        await RunAsync(resource, KnownResourceCommands.StopCommand);
        await _notifications.WaitForResourceAsync(resource.Name, update => IsOver(update.Snapshot), context.CancellationToken);
    }

    /// <summary>Starts a resource and returns when it is healthy, or has finished.</summary>
    /// <exception cref="InvalidOperationException">The resource could not start.</exception>
    public async Task StartAsync(IResource resource)
    {
        var now = await BeginAsync(resource, snapshot => IsHealthy(snapshot) || IsOver(snapshot), context.CancellationToken);
        if (now.CouldNotStart() || now.ExitCode is not (null or 0))
            throw new InvalidOperationException($"{resource.Name} could not start again: {now.State?.Text}; see its log.");
    }

    /// <summary>Starts a resource and returns when its process exists or failed to start, or after a time limit.</summary>
    /// <returns>The snapshot at that moment; null if its state is not known yet.</returns>
    public async Task<CustomResourceSnapshot?> BeginAsync(IResource resource, TimeSpan patience)
    {
        using var waiting = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken);
        waiting.CancelAfter(patience);
        try
        {
            return await BeginAsync(resource, _ => true, waiting.Token);
        }
        catch (OperationCanceledException) when (!context.CancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }

    private static bool IsOver(CustomResourceSnapshot snapshot) => snapshot.HasEnded() || snapshot.CouldNotStart();

    private static bool IsHealthy(CustomResourceSnapshot snapshot) => snapshot.HealthStatus is HealthStatus.Healthy or HealthStatus.Degraded;

    /// <summary>Starts a resource and returns when a condition is met, or the resource failed to start. Its earlier state does not count.</summary>
    private async Task<CustomResourceSnapshot> BeginAsync(IResource resource, Func<CustomResourceSnapshot, bool> isThere, CancellationToken cancellation)
    {
        // A start that another command has begun meanwhile counts, too.
        var before = Runs(resource) || !_notifications.TryGetCurrentState(resource.Name, out var now) ? null : now.Snapshot;
        await RunAsync(resource, KnownResourceCommands.StartCommand);
        var update = await _notifications.WaitForResourceAsync(resource.Name, one => HasFailed(one.Snapshot) || (HasBegun(one.Snapshot) && isThere(one.Snapshot)), cancellation);
        return update.Snapshot;

        bool HasFailed(CustomResourceSnapshot snapshot) => snapshot.CouldNotStart() && before?.CouldNotStart() != true;

        bool HasBegun(CustomResourceSnapshot snapshot) =>
            snapshot.StartTimeStamp is not null && (snapshot.StartTimeStamp, snapshot.ProcessId()) != (before?.StartTimeStamp, before?.ProcessId());
    }

    private async Task RunAsync(IResource resource, string command)
    {
        var result = await context.Services.GetRequiredService<ResourceCommandService>()
            .ExecuteCommandAsync(resource, command, context.CancellationToken).WaitAsync(context.CancellationToken);
        if (!result.Success)
            throw new InvalidOperationException($"The command '{command}' of {resource.Name} failed: {result.Message}");
    }
}
