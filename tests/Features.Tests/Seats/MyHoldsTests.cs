using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class MyHoldsTests(Shop shop)
{
    [Fact]
    public async Task An_account_sees_its_holds_unchanged_on_every_replica()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var first = await fans[0].HoldAsync(game, 5, 3);
        var second = await fans[0].HoldAsync(shop.Replicas[1], game, Shop.Grade(game, 2), 7);
        await fans[1].HoldAsync(game, 9);
        await fans[0].HoldAsync(shop.NextGame(), 1);

        foreach (var replica in shop.Replicas)
        {
            var holds = await ListAsync(fans[0], replica, game);
            Assert.Equal([first.Body, second.Body], holds.Select(hold => hold.GetRawText()));
        }
    }

    [Fact]
    public async Task A_reserved_hold_is_not_listed()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 5);
        await fan.HoldAsync(game, 6);

        await fan.ReserveAsync(game, hold.Number("holdId"));

        var left = Assert.Single(await ListAsync(fan, shop.Replicas[1], game));
        Assert.Equal(6, left.GetProperty("seats")[0].GetProperty("number").GetInt32());
    }

    [Fact]
    public async Task An_expired_hold_is_not_listed()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "1"), ("Seats:GraceSeconds", "50"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        // Beside one that lives on, so that the account's list does not go as a whole.
        var living = await fan.HoldAsync(game, 1);
        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 2);
        var expiresAt = hold.Json.GetProperty("expiresAt").GetDateTime();

        // After the deadline the seat stays unavailable for the grace period, but the hold is over.
        var deadline = DateTime.UtcNow.AddSeconds(40);
        List<JsonElement> holds;
        do
            holds = await ListAsync(fan, http, game);
        while (holds.Count == 2 && DateTime.UtcNow < deadline);

        Assert.True(DateTime.UtcNow >= expiresAt);
        Assert.InRange(DateTime.UtcNow, expiresAt, expiresAt.AddSeconds(49));
        Assert.Equal([living.Body], holds.Select(left => left.GetRawText()));
    }

    [Fact]
    public async Task The_holds_of_an_unknown_game_are_not_found()
    {
        var fan = await shop.NextFanAsync();
        foreach (var game in (long[])[100721, 0, -1, long.MaxValue])
        {
            var refused = await fan.GetAsync(shop.Http, $"/api/games/{game}/holds");
            Assert.Equal((HttpStatusCode.NotFound, "no-such-game"), (refused.Status, refused.Code));
        }

        Assert.Empty(await ListAsync(fan, shop.Http, shop.NextGame()));
    }

    [Fact]
    public async Task While_Redis_is_unavailable_holds_return_busy()
    {
        // No server listens on the discard port.
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 1)).Number("holdId");

        foreach (var (method, path) in ((HttpMethod, string)[])[(HttpMethod.Get, ""), (HttpMethod.Delete, $"/{hold}"), (HttpMethod.Post, $"/{hold}/renewals")])
        {
            var refused = await fan.SendAsync(http, method, $"/api/games/{game}/holds{path}");
            Assert.Equal((path, HttpStatusCode.ServiceUnavailable, "busy"), (path, refused.Status, refused.Code));
            Assert.NotNull(refused.Headers.RetryAfter);
        }

        Assert.Single(await ListAsync(fan, shop.Http, game));
    }

    private static async Task<List<JsonElement>> ListAsync(Fan fan, HttpClient replica, long game)
    {
        var answer = await fan.GetAsync(replica, $"/api/games/{game}/holds");
        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(JsonValueKind.Null, answer.Json.GetProperty("next").ValueKind);
        return [.. answer.Json.GetProperty("items").EnumerateArray()];
    }
}
