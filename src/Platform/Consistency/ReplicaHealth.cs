using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Reports whether every replica is in rotation, and which one is not and why. Without a replica browsing is slower but nothing fails: degraded,
/// not unhealthy.
/// </summary>
internal sealed class ReplicaHealth(Replicas replicas) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var faults = replicas.All.Where(replica => replica.Fault is not null).Select(replica => $"{replica.Name}: {replica.Fault}").ToList();
        return Task.FromResult(faults.Count == 0 ? HealthCheckResult.Healthy() : HealthCheckResult.Degraded(string.Join("; ", faults)));
    }
}
