using Dugout.Features.Shared.Replication;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Features.Shared;

/// <summary>
/// What the first request would otherwise wait for: the connection to Redis, both models and a connection to each database.
/// Done before the server listens, so a replica is not ready before it is quick. What is away now is met by the requests.
/// </summary>
internal sealed class WarmUp(IServiceProvider services, RedisStore redis, ILogger<WarmUp> log) : IHostedService
{
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        await using var scope = services.CreateAsyncScope();
        await Task.WhenAll(
            TryAsync("Redis", () => redis.ConnectAsync(cancellationToken)),
            TryAsync("the primary", () => scope.ServiceProvider.GetRequiredService<PrimaryContext>().Database.ExecuteSqlRawAsync("DO 0", cancellationToken)),
            TryAsync("a replica", () => scope.ServiceProvider.GetRequiredService<Reads>().WarmUpAsync(cancellationToken)));
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private async Task TryAsync(string what, Func<Task> reach)
    {
        try
        {
            await reach();
        }
        catch (Exception error) when (error is MySqlException or RedisAwayException or InvalidOperationException { InnerException: MySqlException })
        {
            log.LogWarning("Started while {What} is away: {Reason}", what, error.Message);
        }
    }
}
