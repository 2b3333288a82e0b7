using Dugout.Infrastructure.Model;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>Cached responses have a Redis of their own, which evicts when it is full; the one of the holds never does.</summary>
public sealed class RedisCacheTests : IDisposable
{
    private const int Kilobyte = 1_024;
    private const int Entries = 2_000;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_full_cache_evicts_and_holds_stay()
    {
        IResourceWithConnectionString? cache = null;
        await using var servers = await RunningServers.StartAsync(
            _folder.Path, readReplicas: 0, (builder, _, _) => cache = builder.AddRedisCache("redis-cache").Resource, cancellation: TestContext.Current.CancellationToken);
        await using var holds = await ConnectionMultiplexer.ConnectAsync(servers.Redis + ",allowAdmin=true");
        await using var responses = await ConnectionMultiplexer.ConnectAsync(await cache!.ConnectionStringExpression.GetValueAsync(TestContext.Current.CancellationToken) + ",allowAdmin=true");
        await holds.GetDatabase().StringSetAsync("hold", "seat 1");

        Assert.Equal("0", await InfoAsync(holds, "evicted_keys"));
        Assert.True(await FillAsync(responses));
        Assert.False(await FillAsync(holds));

        Assert.NotEqual("0", await InfoAsync(responses, "evicted_keys"));
        Assert.Equal("0", await InfoAsync(holds, "evicted_keys"));
        Assert.Equal("seat 1", await holds.GetDatabase().StringGetAsync("hold"));
        Assert.Equal(("0", "1"), (await InfoAsync(responses, "aof_enabled"), await InfoAsync(holds, "aof_enabled")));
    }

    /// <summary>Writes more than fits into a smaller memory.</summary>
    /// <returns>Whether everything was accepted.</returns>
    private static async Task<bool> FillAsync(ConnectionMultiplexer redis)
    {
        await redis.GetServers()[0].ConfigSetAsync("maxmemory", "8mb");
        try
        {
            for (var entry = 0; entry < Entries; entry++)
                await redis.GetDatabase().StringSetAsync($"entry:{entry}", new byte[10 * Kilobyte]);
            return true;
        }
        catch (RedisServerException full) when (full.Message.StartsWith("OOM", StringComparison.Ordinal))
        {
            return false;
        }
    }

    private static async Task<string> InfoAsync(ConnectionMultiplexer redis, string name) =>
        (await redis.GetServers()[0].InfoAsync()).SelectMany(section => section).Single(pair => pair.Key == name).Value;
}
