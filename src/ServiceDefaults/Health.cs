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
/// <c>/health/live</c>: the process answers. <c>/health/ready</c>: it can do its work, with one entry a check. A degraded
/// check (a helper is away) is still ready: 200; an unhealthy one is 503. In development <c>/health/usage</c>: what the process
/// has allocated so far, in bytes, how often and how long it has waited for database connections and how long it has had them, what it keeps of
/// answers and how often that was asked with success, its heap, collections and threads and what waits for those, which notices wait in its memory, and whether it was
/// built for speed; the load lab reads it.
/// </summary>
internal static class Health
{
    private static readonly bool IsOptimized =
        Assembly.GetEntryAssembly()?.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true };

    public static void MapHealth(this IEndpointRouteBuilder routes, bool withUsage)
    {
        // Whoever asks how a busy host is must not be turned away because it is busy; each check has its own bound.
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

    /// <summary>What this process has used and counted so far. The load lab reads it.</summary>
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
                // Each collection of an older generation is one of the youngest, too.
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
