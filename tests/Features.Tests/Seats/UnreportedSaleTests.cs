using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// A sale that committed while Redis hung, and whose report to Redis was lost: until its deadline the hold lives on beside the
/// reservation made from it. The seat is sold and the hold has ended, whatever Redis says.
/// </summary>
public sealed class UnreportedSaleTests(Shop shop)
{
    [Fact]
    public async Task An_unconfirmed_sale_is_listed_with_the_reservations_and_not_with_the_holds()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await SellUnreportedAsync(fan, game, 1);
        var open = await fan.HoldAsync(game, 2);

        foreach (var replica in shop.Replicas)
            Assert.Equal($"[{open.Body}]", (await fan.GetAsync(replica, $"/api/games/{game}/holds")).Json.GetProperty("items").GetRawText());
        var bought = Assert.Single((await fan.GetAsync(shop.Http, "/api/reservations")).Json.GetProperty("items").EnumerateArray());
        Assert.Equal(hold, bought.GetProperty("reservationId").GetInt64());
    }

    /// <summary>If they were free in Redis, every caller would be rejected only by the primary.</summary>
    [Fact]
    public async Task Releasing_the_hold_of_an_unconfirmed_sale_marks_its_seats_sold_in_Redis()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await SellUnreportedAsync(fans[0], game, 1, 2);
        await fans[1].HoldAsync(http, game, Shop.Grade(game), 3);
        primary.TakeSent();

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, Path(game, hold))).Status);

        var refused = await fans[1].HoldAsync(http, game, Shop.Grade(game), 1, 2);
        Assert.Equal(["sold", "sold"], refused.Json.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("reason").GetString()));
        Assert.Empty(Wire.Texts(primary));
    }

    [Fact]
    public async Task Releasing_the_hold_of_an_unconfirmed_sale_frees_its_cancelled_seats()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await SellUnreportedAsync(fans[0], game, 1, 2);
        await fans[0].DeleteAsync(shop.Http, $"/api/reservations/{hold}/seats/{Shop.Grade(game)}/2");

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, Path(game, hold))).Status);

        Assert.Equal("seat-taken", (await fans[1].HoldAsync(game, 1)).Code);
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 2)).Status);
    }

    [Fact]
    public async Task The_hold_of_an_unconfirmed_sale_is_not_renewed()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await SellUnreportedAsync(fan, game, 1);

        var refused = await fan.SendAsync(shop.Http, HttpMethod.Post, $"{Path(game, hold)}/renewals");

        Assert.Equal((HttpStatusCode.Conflict, "hold-expired"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task Seats_of_an_unconfirmed_sale_count_once_against_the_limit()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await SellUnreportedAsync(fan, game, 1, 2);

        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, 3, 4)).Status);
        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 5)).Code);
    }

    private static string Path(long game, long hold) => $"/api/games/{game}/holds/{hold}";

    /// <summary>Reserves seats through a replica whose Redis hangs from the sale's write on, and loses what it was sent meanwhile.</summary>
    /// <returns>The hold's id, and the reservation's.</returns>
    private async Task<long> SellUnreportedAsync(Fan fan, long game, params int[] numbers)
    {
        await using var primary = shop.BeforePrimary();
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary, redis: redis), ("Redis:DeadlineMilliseconds", "1000")]);
        using var http = replica.CreateClient();
        // Its first connection to Redis may take longer than the deadline.
        var hold = (await Until.NotBusyAsync(() => fan.HoldAsync(http, game, Shop.Grade(game), numbers))).Number("holdId");

        // The hold is found before the primary is queried; when it responds, the sale has committed.
        primary.FreezeAnswers(_ => true);
        var reserving = fan.ReserveAsync(http, game, hold);
        await primary.HeldBack.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        redis.Freeze();
        primary.Thaw();
        var sold = await reserving;
        redis.Cut();

        Assert.Equal((HttpStatusCode.Created, hold), (sold.Status, sold.Number("reservationId")));
        return hold;
    }
}
