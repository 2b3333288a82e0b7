using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Platform;

/// <summary>
/// Does what would otherwise delay the first request: connects to Redis, builds the model and opens a connection to each database.
/// Runs before the server listens, so a replica is ready only when it is fast. A dependency that is unavailable now is left to the requests.
/// </summary>
internal sealed class WarmUp(Reads reads, RedisStore redis, [FromKeyedServices(RedisStore.Cache)] RedisStore cache, ILogger<WarmUp> log) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.WhenAll(
        TryAsync("Redis", () => redis.ConnectAsync(cancellationToken)),
        TryAsync("the Redis of cached responses", () => cache.ConnectAsync(cancellationToken)),
        TryAsync("the primary", () => reads.WarmUpPrimaryAsync(cancellationToken)),
        TryAsync("a replica", () => reads.WarmUpReplicasAsync(cancellationToken)));

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task TryAsync(string what, Func<Task> reach)
    {
        try
        {
            await reach();
        }
        catch (Exception error) when (error.IsOfTheDatabase() || error is RedisUnavailableException)
        {
            log.LogWarning("Could not connect to {What} at the start: {Reason}; the first request that needs it connects", what, error.Message);
        }
    }
}
