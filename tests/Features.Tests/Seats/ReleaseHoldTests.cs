using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class ReleaseHoldTests(Shop shop)
{
    [Fact]
    public async Task Released_seats_are_free_at_once_on_every_replica()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 1, 2);

        var released = await fans[0].DeleteAsync(shop.Replicas[1], Path(game, hold));

        Assert.Equal((HttpStatusCode.NoContent, ""), (released.Status, released.Body));
        Assert.Empty((await fans[0].GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items").EnumerateArray());
        foreach (var (replica, number) in shop.Replicas.Zip([1, 2]))
            Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(replica, game, Shop.Grade(game), number)).Status);
        Assert.Equal("hold-expired", (await fans[0].ReserveAsync(game, hold.Number("holdId"))).Code);
    }

    [Fact]
    public async Task Released_seats_do_not_count_against_the_limit()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 1, 2, 3, 4);
        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 5)).Code);

        await fan.DeleteAsync(shop.Http, Path(game, hold));

        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, 2, 3, 4, 5)).Status);
        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 1)).Code);
    }

    [Fact]
    public async Task Releasing_again_or_an_unknown_hold_has_no_effect()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 1);
        await fans[0].DeleteAsync(shop.Http, Path(game, hold));
        var next = await fans[1].HoldAsync(game, 1);

        foreach (var replica in shop.Replicas)
            Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(replica, Path(game, hold))).Status);
        foreach (var path in (string[])[$"{game}/holds/12345", $"{game}/holds/0", $"{game}/holds/-1", $"{game + 1}/holds/{hold.Number("holdId")}", "100721/holds/1"])
            Assert.Equal((path, HttpStatusCode.NoContent), (path, (await fans[0].DeleteAsync(shop.Http, $"/api/games/{path}")).Status));

        Assert.Equal(HttpStatusCode.Created, (await fans[1].ReserveAsync(game, next.Number("holdId"))).Status);
    }

    [Fact]
    public async Task A_hold_of_another_account_is_not_found()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 1);

        foreach (var replica in shop.Replicas)
        {
            var refused = await fans[1].DeleteAsync(replica, Path(game, hold));
            Assert.Equal((HttpStatusCode.NotFound, "no-such-hold"), (refused.Status, refused.Code));
        }

        Assert.Equal("seat-taken", (await fans[1].HoldAsync(game, 1)).Code);
        Assert.Equal(HttpStatusCode.Created, (await fans[0].ReserveAsync(game, hold.Number("holdId"))).Status);
    }

    [Fact]
    public async Task Releasing_a_reserved_hold_keeps_the_reservation()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 1);
        await fans[0].ReserveAsync(game, hold.Number("holdId"));

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, Path(game, hold))).Status);

        var refused = await fans[1].HoldAsync(game, 1);
        Assert.Equal("sold", refused.Json.GetProperty("seats")[0].GetProperty("reason").GetString());
    }

    /// <summary>Redis may lose the seats and keep the hold: then another fan gets them, and the first one can no longer release them.</summary>
    [Fact]
    public async Task Releasing_a_lost_hold_does_not_free_seats_held_by_another_account()
    {
        var fans = await shop.NextFansAsync(3);
        var game = shop.NextGame();
        var lost = await fans[0].HoldAsync(game, 1, 2);
        await SeatAvailabilityTests.ForgetAsync(shop, game);
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 1)).Status);

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, Path(game, lost))).Status);

        Assert.Equal("seat-taken", (await fans[2].HoldAsync(game, 1)).Code);
        Assert.Equal(HttpStatusCode.Created, (await fans[2].HoldAsync(game, 2)).Status);
    }

    private static string Path(long game, Answer hold) => $"/api/games/{game}/holds/{hold.Number("holdId")}";
}
