// Moments in the life of the application and of one resource.
using Aspire.Hosting.Eventing;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.ApplicationModel;

/// <summary>Before anything is allocated or started.</summary>
public class BeforeStartEvent(IServiceProvider services, DistributedApplicationModel model) : IDistributedApplicationEvent
{
    public IServiceProvider Services { get; } = services;
    public DistributedApplicationModel Model { get; } = model;
}

/// <summary>Once a resource; the place where a resource without a process of its own begins its life.</summary>
public class InitializeResourceEvent(
    IResource resource,
    IDistributedApplicationEventing distributedApplicationEventing,
    ResourceLoggerService resourceLoggerService,
    ResourceNotificationService resourceNotificationService,
    IServiceProvider services) : IDistributedApplicationResourceEvent
{
    public IResource Resource { get; } = resource;
    public IDistributedApplicationEventing Eventing { get; } = distributedApplicationEventing;
    public ResourceNotificationService Notifications { get; } = resourceNotificationService;
    public ILogger Logger { get; } = resourceLoggerService.GetLogger(resource);
    public IServiceProvider Services { get; } = services;
}

/// <summary>Before a resource waits for what it depends on (as upstream: handlers of the builder run first, then the wait).</summary>
public class BeforeResourceStartedEvent(IResource resource, IServiceProvider services) : IDistributedApplicationResourceEvent
{
    public IResource Resource { get; } = resource;
    public IServiceProvider Services { get; } = services;
}

/// <summary>Running and healthy for the first time; who waits for the resource also waits for the handlers.</summary>
public class ResourceReadyEvent(IResource resource, IServiceProvider services) : IDistributedApplicationResourceEvent
{
    public IResource Resource { get; } = resource;
    public IServiceProvider Services { get; } = services;
}
