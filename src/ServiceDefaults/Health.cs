using System.Diagnostics;
using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.ServiceDefaults;

/// <summary>
/// <c>/health/live</c>: the process responds. <c>/health/ready</c>: it can do its work, with one entry per check. A degraded
/// check (a helper is unavailable) is still ready: 200; an unhealthy one is 503. In development <c>/health/usage</c>, for the load lab: bytes
/// allocated by the process, number, wait time and use time of database connections, size of the response cache
/// and its hits, heap, collections, threads and their queue, notices waiting in memory, and whether it was
/// an optimized build.
/// </summary>
internal static class Health
{
    private static readonly bool IsOptimized =
        Assembly.GetEntryAssembly()?.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    public static void MapHealth(this IEndpointRouteBuilder routes, bool withUsage)
    {
        // Health queries are exempt from the request limits: a busy host must still report its state. Each check has its own time-out.
        var health = routes.MapGroup("/health");
        health.DisableRateLimiting().DisableRequestTimeout();
        health.MapHealthChecks("/live", new HealthCheckOptions { Predicate = _ => false, ResponseWriter = WriteAsync });
        health.MapHealthChecks("/ready", new HealthCheckOptions { ResponseWriter = WriteAsync });
        if (!withUsage)
            return;
        var waits = routes.ServiceProvider.GetRequiredService<ConnectionWaits>();
        var own = routes.ServiceProvider.GetRequiredService<OwnMetrics>();
        health.MapGet("/usage", () => Usage(waits, own.Now())).ExcludeFromDescription();
    }

    /// <summary>Resource usage and counters of this process, for the load lab.</summary>
    private static object Usage(ConnectionWaits waits, IReadOnlyDictionary<string, long> own)
    {
        return new
        {
            IsOptimized,
            AllocatedBytes = GC.GetTotalAllocatedBytes(precise: true),
            ConnectionWaits = waits.Count,
            ConnectionWaitSeconds = waits.Seconds,
            ConnectionUseSeconds = waits.UseSeconds,
            Cache = new
            {
                Entries = Kept("entries"),
                Bytes = Kept("bytes"),
                Hits = Kept("hits"),
                Misses = Kept("misses"),
                SharedHits = Kept("shared.hits"),
                SharedMisses = Kept("shared.misses"),
                SharedWrittenBytes = Kept("shared.written"),
            },
            Runtime = new
            {
                HeapBytes = GC.GetTotalMemory(forceFullCollection: false),
                // The count of the youngest generation includes collections of the older ones.
                Collections = GC.CollectionCount(0),
                FullCollections = GC.CollectionCount(GC.MaxGeneration),
                PauseSeconds = GC.GetTotalPauseDuration().TotalSeconds,
                Threads = ThreadPool.ThreadCount,
                WorkWaiting = ThreadPool.PendingWorkItemCount,
            },
            Notices = own.Where(one => one.Key.StartsWith(OwnMetrics.Pushes, StringComparison.Ordinal)).ToDictionary(),
        };

        long Kept(string name) => own.GetValueOrDefault(OwnMetrics.Cache + name);
    }

    private static Task WriteAsync(HttpContext context, HealthReport report) =>
        context.Response.WriteAsJsonAsync(new
        {
            status = Name(report.Status),
            checks = report.Entries.ToDictionary(
                entry => entry.Key,
                entry => new { status = Name(entry.Value.Status), description = entry.Value.Description }),
        });

    private static string Name(HealthStatus status) => status switch
    {
        HealthStatus.Healthy => "healthy",
        HealthStatus.Degraded => "degraded",
        _ => "unhealthy",
    };
}
