using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Platform.Redis;

/// <summary>Redis is a helper: without it the replica still sells nothing wrong, so an unavailable Redis is degraded, not unhealthy.</summary>
internal sealed class RedisHealth(RedisStore redis) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await redis.QueryAsync("PING", database => database.PingAsync(), cancellationToken);
            return HealthCheckResult.Healthy();
        }
        catch (RedisUnavailableException away)
        {
            return HealthCheckResult.Degraded(away.Message);
        }
    }
}
