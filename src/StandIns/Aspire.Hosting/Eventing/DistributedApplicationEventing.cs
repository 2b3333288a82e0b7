// Publish and subscribe inside the AppHost. Handlers run in the order they were subscribed.
using Aspire.Hosting.ApplicationModel;

namespace Aspire.Hosting.Eventing;

public interface IDistributedApplicationEvent;

public interface IDistributedApplicationResourceEvent : IDistributedApplicationEvent
{
    IResource Resource { get; }
}

public class DistributedApplicationEventSubscription(Func<IDistributedApplicationEvent, CancellationToken, Task> callback)
{
    public Func<IDistributedApplicationEvent, CancellationToken, Task> Callback { get; } = callback;
}

public interface IDistributedApplicationEventing
{
    DistributedApplicationEventSubscription Subscribe<T>(Func<T, CancellationToken, Task> callback) where T : IDistributedApplicationEvent;

    DistributedApplicationEventSubscription Subscribe<T>(IResource resource, Func<T, CancellationToken, Task> callback)
        where T : IDistributedApplicationResourceEvent;

#pragma warning disable CA1716 // upstream's parameter name
    Task PublishAsync<T>(T @event, CancellationToken cancellationToken = default) where T : IDistributedApplicationEvent;
#pragma warning restore CA1716
}

public class DistributedApplicationEventing : IDistributedApplicationEventing
{
    private readonly Lock _lock = new();
    private readonly List<(Type Event, DistributedApplicationEventSubscription Subscription)> _subscriptions = [];

    public DistributedApplicationEventSubscription Subscribe<T>(Func<T, CancellationToken, Task> callback) where T : IDistributedApplicationEvent
    {
        var subscription = new DistributedApplicationEventSubscription((@event, cancellationToken) => callback((T)@event, cancellationToken));
        lock (_lock)
            _subscriptions.Add((typeof(T), subscription));
        return subscription;
    }

    public DistributedApplicationEventSubscription Subscribe<T>(IResource resource, Func<T, CancellationToken, Task> callback)
        where T : IDistributedApplicationResourceEvent =>
        Subscribe<T>((@event, cancellationToken) => @event.Resource == resource ? callback(@event, cancellationToken) : Task.CompletedTask);

    public async Task PublishAsync<T>(T @event, CancellationToken cancellationToken = default) where T : IDistributedApplicationEvent
    {
        DistributedApplicationEventSubscription[] handlers;
        lock (_lock)
            handlers = [.. _subscriptions.Where(entry => entry.Event == typeof(T)).Select(entry => entry.Subscription)];
        foreach (var handler in handlers)
            await handler.Callback(@event, cancellationToken);
    }
}
