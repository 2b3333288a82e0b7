using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A Redis that accepts requests and does not respond: worse than an unavailable one, because nothing fails.</summary>
public sealed class FrozenRedisTests(Shop shop)
{
    /// <summary>Far above the deadline of a second, far below waiting for the thaw.</summary>
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task With_a_frozen_Redis_requests_get_busy_in_time_and_after_the_thaw_seats_are_sold()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = Replica(redis, ("Redis:BreakMilliseconds", "500"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        // Cold, and beside everything else that runs here, it may take longer than Redis is given.
        var seat = 100;
        await Until.TrueAsync(() => fan.HoldAsync(http, game, Shop.Grade(game), seat++), hold => hold.Status == HttpStatusCode.Created);

        redis.Freeze();
        var refused = await fan.HoldAsync(http, game, Shop.Grade(game), 2).WaitAsync(Soon, TestContext.Current.CancellationToken);
        var taken = await http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken").WaitAsync(Soon, TestContext.Current.CancellationToken);
        redis.Thaw();

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
        Assert.Equal(HttpStatusCode.OK, taken.Status);
        var waited = Stopwatch.StartNew();
        Answer hold;
        do
            hold = await fan.HoldAsync(http, game, Shop.Grade(game), 3);
        while (hold.Code == "busy" && waited.Elapsed < Soon);
        Assert.Equal(HttpStatusCode.Created, hold.Status);
    }

    /// <summary>Many find out together, as in a sale; later requests do not wait again.</summary>
    [Fact]
    public async Task The_circuit_breaker_soon_stops_calls_to_a_frozen_Redis()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = Replica(redis, ("Redis:BreakMilliseconds", "60000"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        // Cold, and beside everything else that runs here, it may take longer than Redis is given.
        var seat = 100;
        await Until.TrueAsync(() => fan.HoldAsync(http, game, Shop.Grade(game), seat++), hold => hold.Status == HttpStatusCode.Created);

        redis.Freeze();
        redis.TakeSent();
        var first = await Together.RunAsync(10, caller => fan.HoldAsync(http, game, Shop.Grade(game), 2 + caller).WaitAsync(Soon, TestContext.Current.CancellationToken));
        Assert.All(first, hold => Assert.Equal("busy", hold.Code));
        for (var number = 12; number <= 41; number++)
            Assert.Equal("busy", (await fan.HoldAsync(http, game, Shop.Grade(game), number).WaitAsync(Soon, TestContext.Current.CancellationToken)).Code);

        Assert.InRange(Wire.Commands(redis).Count, 1, 20);
        redis.Thaw();
    }

    private WebApplicationFactory<Program> Replica(FaultyProxy redis, (string Name, string Value) setting) =>
        shop.Replica([.. shop.Through(redis: redis), ("Redis:DeadlineMilliseconds", "1000"), setting]);
}
