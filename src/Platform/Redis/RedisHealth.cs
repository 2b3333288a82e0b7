using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>
/// Redis is a helper: without it the replica still sells nothing wrong, so an unavailable Redis is degraded, not unhealthy. One that forgets holds at a restart, or evicts them,
/// is unhealthy (<see cref="RedisOptions.RequireDurability"/>).
/// </summary>
internal sealed class RedisHealth(RedisStore redis, IOptions<RedisOptions> options) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            var weak = await redis.QueryAsync("PING", WeakSettingsAsync, cancellationToken);
            return weak.Count == 0 || !options.Value.RequireDurability ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy(string.Join("; ", weak));
        }
        catch (RedisUnavailableException away)
        {
            return HealthCheckResult.Degraded(away.Message);
        }
    }

    /// <summary>Names each setting of a master with which a hold can be lost.</summary>
    private static async Task<IReadOnlyList<string>> WeakSettingsAsync(IDatabase database)
    {
        await database.PingAsync();
        var weak = new List<string>();
        foreach (var master in database.Multiplexer.GetServers().Where(server => server is { IsConnected: true, IsReplica: false }))
        {
            if (await SettingAsync(master, "persistence", "aof_enabled") != "1")
                weak.Add("appendonly is not yes");
            if (await SettingAsync(master, "memory", "maxmemory_policy") is var policy and not "noeviction")
                weak.Add($"maxmemory-policy is {policy}, not noeviction");
        }

        return weak;
    }

    private static async Task<string> SettingAsync(IServer server, string section, string name) =>
        (await server.InfoAsync(section)).SelectMany(lines => lines).Single(line => line.Key == name).Value;
}
