using Microsoft.Extensions.Diagnostics.HealthChecks;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway;

/// <summary>The gateway is ready when every cluster has an available replica.</summary>
internal sealed class ReplicasHealth(IProxyStateLookup proxy) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var empty = proxy.GetClusters()
            .Where(cluster => !cluster.Destinations.Values.Any(IsHealthy))
            .Select(cluster => cluster.ClusterId)
            .ToList();
        return Task.FromResult(empty.Count == 0
            ? HealthCheckResult.Healthy()
            : HealthCheckResult.Unhealthy($"No healthy replica of: {string.Join(", ", empty)}."));
    }

    private static bool IsHealthy(DestinationState destination) => destination.Health.Active == DestinationHealth.Healthy
        && destination.Health.Passive != DestinationHealth.Unhealthy;
}
