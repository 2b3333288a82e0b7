// Asks the health checks of every running resource, and raises ResourceReadyEvent when it is healthy for the first time.
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Eventing;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Aspire.Hosting.Running;

internal sealed class HealthMonitor(
    HealthCheckService checks, ResourceNotificationService notifications, ResourceLoggerService loggers, IDistributedApplicationEventing eventing, IServiceProvider services)
{
    private static readonly TimeSpan WhileUnhealthy = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan WhileHealthy = TimeSpan.FromSeconds(5);

    /// <summary>Follows all resources until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var monitors = new Dictionary<IResource, CancellationTokenSource>();
        try
        {
            await foreach (var update in notifications.WatchAsync(cancellationToken))
            {
                var isRunning = update.Snapshot.State?.Text == KnownResourceStates.Running;
                if (isRunning && !monitors.ContainsKey(update.Resource))
                {
                    var monitor = monitors[update.Resource] = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
                    _ = MonitorAsync(update.Resource, monitor.Token);
                }
                else if (!isRunning && monitors.Remove(update.Resource, out var monitor))
                {
                    await monitor.CancelAsync();
                    monitor.Dispose();
                }
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    private async Task MonitorAsync(IResource resource, CancellationToken cancellationToken)
    {
        var keys = resource.Annotations.OfType<HealthCheckAnnotation>().Select(annotation => annotation.Key).ToHashSet();
        try
        {
            var isReady = false;
            while (true)
            {
                var isHealthy = keys.Count == 0 || await CheckAsync(resource, keys, cancellationToken);
                if (isHealthy && !isReady)
                {
                    isReady = true;
                    var ready = eventing.PublishAsync(new ResourceReadyEvent(resource, services), cancellationToken);
                    await notifications.PublishUpdateAsync(resource, snapshot => snapshot with { Ready = ready });
                    _ = SayIfFailedAsync(resource, ready);
                }

                if (keys.Count == 0)
                    return;
                await Task.Delay(isHealthy ? WhileHealthy : WhileUnhealthy, cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
        }
        catch (Exception error)
        {
            loggers.Log(resource.Name).Write($"health checks stopped: {error.Message}", isError: true);
        }
    }

    private async Task SayIfFailedAsync(IResource resource, Task ready)
    {
        await ready.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (ready.Exception is { InnerException: var error })
            loggers.Log(resource.Name).Write($"a handler of its ready event failed: {error!.Message}", isError: true);
    }

    private async Task<bool> CheckAsync(IResource resource, HashSet<string> keys, CancellationToken cancellationToken)
    {
        var report = await checks.CheckHealthAsync(registration => keys.Contains(registration.Name), cancellationToken);
        var missing = keys.Except(report.Entries.Keys).FirstOrDefault();
        if (missing is not null)
            throw new DistributedApplicationException($"no health check '{missing}' is registered");
        await notifications.PublishUpdateAsync(resource, snapshot => snapshot.State?.Text != KnownResourceStates.Running ? snapshot : snapshot with
        {
            HealthReports = [.. report.Entries.Select(entry =>
                new HealthReportSnapshot(entry.Key, entry.Value.Status, entry.Value.Description, entry.Value.Exception?.Message) { LastRunAt = DateTime.UtcNow })],
        });
        return report.Status == HealthStatus.Healthy;
    }
}

internal sealed class HttpHealthCheck(EndpointReference endpoint, string path, int statusCode) : IHealthCheck
{
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    private static readonly HttpClient Client = new(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false });

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var url = new Uri(new Uri(endpoint.Url), path);
        try
        {
            using var response = await Client.GetAsync(url, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            return (int)response.StatusCode == statusCode
                ? HealthCheckResult.Healthy()
                : HealthCheckResult.Unhealthy($"{url} answered {(int)response.StatusCode}, expected {statusCode}");
        }
        catch (HttpRequestException error)
        {
            return HealthCheckResult.Unhealthy($"{url}: {error.Message}");
        }
    }
}
