using System.Net;
using System.Text;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Platform.Caching;

/// <summary>Cached responses may have a Redis of their own: nothing else goes there, and without it the shop responds.</summary>
public sealed class CacheInstanceTests(Shop shop)
{
    [Fact]
    public async Task Responses_go_to_the_cache_and_everything_else_to_the_Redis_of_the_holds()
    {
        await using var holds = shop.BeforeRedis();
        await using var cache = shop.BeforeRedis();
        await using var replica = shop.Replica([.. shop.Through(redis: holds), ("Cache:Mode", "Both"), ("ConnectionStrings:RedisCache", shop.RedisBehind(cache))]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        await Until.TrueAsync(() => http.GetAnswerAsync($"/api/games/{game}"), answer => answer.Status == HttpStatusCode.OK);
        // Cold, and beside everything else that runs here, it may take longer than Redis is given.
        var seat = 100;
        await Until.TrueAsync(() => fan.HoldAsync(http, game, Shop.Grade(game), seat++), hold => hold.Status == HttpStatusCode.Created);

        var (toHolds, toCache) = (TextOf(holds), TextOf(cache));
        Assert.Contains("dugout:answer:", toCache, StringComparison.Ordinal);
        Assert.DoesNotContain("dugout:answer:", toHolds, StringComparison.Ordinal);
        Assert.Contains("{game:", toHolds, StringComparison.Ordinal);
        Assert.Contains("dugout:evicted:", toHolds, StringComparison.Ordinal);
        Assert.DoesNotContain("{game:", toCache, StringComparison.Ordinal);
        Assert.DoesNotContain("dugout:evicted:", toCache, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Both")]
    [InlineData("Redis")]
    public async Task Without_the_cache_responses_are_computed_and_seats_are_held(string mode)
    {
        await using var replica = shop.Replica(("Cache:Mode", mode), ("ConnectionStrings:RedisCache", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        for (var reads = 0; reads < 3; reads++)
            Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync($"/api/games/{game}")).Status);
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Status);
    }

    private static string TextOf(FaultyProxy proxy) => string.Concat(proxy.TakeSent().Select(Encoding.UTF8.GetString));
}
