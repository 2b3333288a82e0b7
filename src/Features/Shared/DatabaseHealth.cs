using Dapper;
using Dugout.Features.Shared.Replication;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>Whether the primary answers; without it nothing can be sold.</summary>
internal sealed class PrimaryHealth(Databases databases) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellationToken);
            await connection.ExecuteScalarAsync<int>(new("SELECT 1", commandTimeout: 1, cancellationToken: cancellationToken));
            return HealthCheckResult.Healthy();
        }
        catch (MySqlException error)
        {
            return HealthCheckResult.Unhealthy(error.ErrorCode.ToString());
        }
    }
}

/// <summary>
/// Whether every replica is read from, and which isn't and why. Without one browsing is slower, but nothing fails: degraded,
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
