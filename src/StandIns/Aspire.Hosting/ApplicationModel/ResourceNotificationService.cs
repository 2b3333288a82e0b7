// The newest snapshot of every resource, a stream of changes, and waiting for one of them.
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Aspire.Hosting.ApplicationModel;

public class ResourceEvent(IResource resource, string resourceId, CustomResourceSnapshot snapshot)
{
    public IResource Resource { get; } = resource;
    public string ResourceId { get; } = resourceId;
    public CustomResourceSnapshot Snapshot { get; } = snapshot;
}

public class ResourceNotificationService : IDisposable
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, ResourceEvent> _current = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<Channel<ResourceEvent>> _watchers = [];
    private readonly CancellationTokenSource _disposing = new();

    internal ResourceNotificationService() { }

    public Task PublishUpdateAsync(IResource resource, Func<CustomResourceSnapshot, CustomResourceSnapshot> stateFactory)
    {
        lock (_lock)
        {
            var before = _current.TryGetValue(resource.Name, out var known) ? known.Snapshot : Initial(resource);
            var update = new ResourceEvent(resource, resource.Name, stateFactory(before));
            _current[resource.Name] = update;
            foreach (var watcher in _watchers)
                watcher.Writer.TryWrite(update);
        }

        return Task.CompletedTask;
    }

    public bool TryGetCurrentState(string resourceId, [NotNullWhen(true)] out ResourceEvent? resourceEvent)
    {
        lock (_lock)
            return _current.TryGetValue(resourceId, out resourceEvent);
    }

    /// <summary>Every resource as it is now, then each change, none lost, in order.</summary>
    public async IAsyncEnumerable<ResourceEvent> WatchAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _disposing.Token);
        var watcher = Channel.CreateUnbounded<ResourceEvent>();
        lock (_lock)
        {
            foreach (var known in _current.Values)
                watcher.Writer.TryWrite(known);
            _watchers.Add(watcher);
        }

        try
        {
            await foreach (var update in watcher.Reader.ReadAllAsync(stop.Token))
                yield return update;
        }
        finally
        {
            lock (_lock)
                _watchers.Remove(watcher);
        }
    }

    public async Task<ResourceEvent> WaitForResourceAsync(string resourceName, Func<ResourceEvent, bool> predicate, CancellationToken cancellationToken = default)
    {
        await foreach (var update in WatchAsync(cancellationToken))
        {
            if (string.Equals(update.Resource.Name, resourceName, StringComparison.OrdinalIgnoreCase) && predicate(update))
                return update;
        }

        throw new OperationCanceledException($"The application stopped before resource '{resourceName}' got there.");
    }

    public async Task<string> WaitForResourceAsync(string resourceName, IEnumerable<string> targetStates, CancellationToken cancellationToken = default)
    {
        var states = targetStates.ToArray();
        var update = await WaitForResourceAsync(resourceName, e => e.Snapshot.State is { } state && states.Contains(state.Text), cancellationToken);
        return update.Snapshot.State!.Text;
    }

    public Task WaitForResourceAsync(string resourceName, string? targetState = null, CancellationToken cancellationToken = default) =>
        WaitForResourceAsync(resourceName, [targetState ?? KnownResourceStates.Running], cancellationToken);

    /// <summary>Running, healthy, and every handler of its <see cref="ResourceReadyEvent"/> done. A resource that ends instead is an error.</summary>
    public async Task<ResourceEvent> WaitForResourceHealthyAsync(string resourceName, CancellationToken cancellationToken = default)
    {
        var update = await WaitForResourceAsync(resourceName,
            e => e.Snapshot is { HealthStatus: HealthStatus.Healthy, Ready: not null } || e.Snapshot.HasEnded, cancellationToken);
        if (update.Snapshot.HasEnded)
            throw new DistributedApplicationException($"resource '{resourceName}' is {Ending(update.Snapshot)} before it was healthy");
        await update.Snapshot.Ready!.WaitAsync(cancellationToken);
        return update;
    }

    /// <summary>Returns when everything the resource waits for is there; the first dependency that never will be is an error.</summary>
    public async Task WaitForDependenciesAsync(IResource resource, CancellationToken cancellationToken)
    {
        var waits = resource.Annotations.OfType<WaitAnnotation>().ToArray();
        if (waits.Length == 0)
            return;
        await PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.Waiting });
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            await foreach (var wait in Task.WhenEach(waits.Select(wait => WaitForDependencyAsync(wait, stop.Token))))
                await wait;
        }
        finally
        {
            await stop.CancelAsync();
        }
    }

    public void Dispose()
    {
        _disposing.Cancel();
        _disposing.Dispose();
        GC.SuppressFinalize(this);
    }

    private async Task WaitForDependencyAsync(WaitAnnotation wait, CancellationToken cancellationToken)
    {
        var name = wait.Resource.Name;
        switch (wait.WaitType)
        {
            case WaitType.WaitUntilHealthy:
                await WaitForResourceHealthyAsync(name, cancellationToken);
                break;
            default:
                var ended = await WaitForResourceAsync(name, e => e.Snapshot.HasEnded, cancellationToken);
                if (ended.Snapshot.ExitCode != wait.ExitCode)
                    throw new DistributedApplicationException($"resource '{name}' is {Ending(ended.Snapshot)}, expected exit code {wait.ExitCode}");
                break;
        }
    }

    private static string Ending(CustomResourceSnapshot snapshot) =>
        snapshot.ExitCode is { } code ? $"{snapshot.State!.Text} with exit code {code}" : snapshot.State!.Text;

    private static CustomResourceSnapshot Initial(IResource resource)
    {
        var snapshot = resource.TryGetLastAnnotation<ResourceSnapshotAnnotation>(out var given)
            ? given.InitialSnapshot
            : new CustomResourceSnapshot
            {
                ResourceType = resource switch { ProjectResource => "Project", ExecutableResource => "Executable", _ => resource.GetType().Name.Replace("Resource", "", StringComparison.Ordinal) },
                Properties = [],
            };
        return snapshot with
        {
            CreationTimeStamp = snapshot.CreationTimeStamp ?? DateTime.UtcNow,
            HealthReports = UnansweredChecks(resource),
            Relationships = [.. resource.Annotations.OfType<ResourceRelationshipAnnotation>().Select(relation => new RelationshipSnapshot(relation.Resource.Name, relation.Type))],
        };
    }

    internal static ImmutableArray<HealthReportSnapshot> UnansweredChecks(IResource resource) =>
        [.. resource.Annotations.OfType<HealthCheckAnnotation>().Select(check => new HealthReportSnapshot(check.Key, null, null, null))];
}
