// The application: a generic host whose hosted services start the resources.
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Eventing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Aspire.Hosting;

public class DistributedApplication(IHost host) : IHost, IAsyncDisposable
{
    public IServiceProvider Services => host.Services;

    public ResourceNotificationService ResourceNotifications => Services.GetRequiredService<ResourceNotificationService>();

    public static IDistributedApplicationBuilder CreateBuilder() => CreateBuilder([]);

    public static IDistributedApplicationBuilder CreateBuilder(string[] args) => CreateBuilder(new DistributedApplicationOptions { Args = args });

    public static IDistributedApplicationBuilder CreateBuilder(DistributedApplicationOptions options) => new DistributedApplicationBuilder(options);

    public virtual async Task StartAsync(CancellationToken cancellationToken = default)
    {
        var model = Services.GetRequiredService<DistributedApplicationModel>();
        await Services.GetRequiredService<IDistributedApplicationEventing>().PublishAsync(new BeforeStartEvent(Services, model), cancellationToken);
        await host.StartAsync(cancellationToken);
    }

    public virtual Task StopAsync(CancellationToken cancellationToken = default) => host.StopAsync(cancellationToken);

    public virtual async Task RunAsync(CancellationToken cancellationToken = default)
    {
        try
        {
            await StartAsync(cancellationToken);
            await host.WaitForShutdownAsync(cancellationToken);
        }
        finally
        {
            await DisposeAsync();
        }
    }

    public void Run() => RunAsync().GetAwaiter().GetResult();

    public virtual void Dispose()
    {
        GC.SuppressFinalize(this);
        DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (host is IAsyncDisposable asyncDisposable)
            await asyncDisposable.DisposeAsync();
        else
            host.Dispose();
    }
}

public class DistributedApplicationException : Exception
{
    public DistributedApplicationException() { }

    public DistributedApplicationException(string message) : base(message) { }

    public DistributedApplicationException(string message, Exception inner) : base(message, inner) { }
}

public sealed class DistributedApplicationOptions
{
    public string[]? Args { get; set; }

    /// <summary>The assembly that is the AppHost, when it isn't the program's own (a test).</summary>
    public string? AssemblyName { get; set; }

    /// <summary>The folder that relative paths of the model start from.</summary>
    public string? ProjectDirectory { get; set; }

    public bool DisableDashboard { get; set; }
}

public enum DistributedApplicationOperation { Run, Publish }

public class DistributedApplicationExecutionContext(DistributedApplicationOperation operation)
{
    public DistributedApplicationOperation Operation { get; } = operation;
    public bool IsRunMode => Operation == DistributedApplicationOperation.Run;
    public bool IsPublishMode => Operation == DistributedApplicationOperation.Publish;
}
