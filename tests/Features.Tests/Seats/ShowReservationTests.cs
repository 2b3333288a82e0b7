using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class ShowReservationTests(Shop shop)
{
    [Fact]
    public async Task A_reservation_is_shown_as_it_is_listed()
    {
        var fan = await shop.NextFanAsync();
        var id = await fan.BuyAsync(shop.NextGame(), 1, 2);

        foreach (var replica in shop.Replicas)
        {
            var shown = await fan.GetAsync(replica, $"/api/reservations/{id}");
            var listed = (await fan.GetAsync(replica, "/api/reservations")).Json.GetProperty("items");
            Assert.Equal((HttpStatusCode.OK, $"[{shown.Body}]"), (shown.Status, listed.GetRawText()));
        }
    }

    [Fact]
    public async Task A_reservation_is_cancelled_with_its_last_seat_and_keeps_its_total()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1, 2);

        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}/seats/{Shop.Grade(game)}/2");
        var one = await ShowAsync(fan, id);
        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}/seats/{Shop.Grade(game)}/1");
        var both = await ShowAsync(fan, id);

        Assert.Equal([false, true], Cancelled(one).Select(time => time is not null));
        Assert.Equal(JsonValueKind.Null, one.GetProperty("cancelledAt").ValueKind);
        Assert.Equal(Cancelled(one)[1], Cancelled(both)[1]);
        Assert.Equal(Cancelled(both)[0], both.GetProperty("cancelledAt").GetDateTime());
        Assert.True(Cancelled(both)[0] > Cancelled(both)[1]);
        Assert.EndsWith("Z", both.GetProperty("cancelledAt").GetString(), StringComparison.Ordinal);
        Assert.Equal((100_000, 100_000), (one.GetProperty("total").GetInt64(), both.GetProperty("total").GetInt64()));
        Assert.Equal([50_000, 50_000], both.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("price").GetInt64()));
    }

    [Fact]
    public async Task A_reservation_of_another_account_is_not_found()
    {
        var fans = await shop.NextFansAsync(2);
        var id = await fans[0].BuyAsync(shop.NextGame(), 1);

        foreach (var unknown in (long[])[id, 12345, 0, -1, long.MaxValue])
        {
            var refused = await fans[1].GetAsync(shop.Http, $"/api/reservations/{unknown}");
            Assert.Equal((unknown, HttpStatusCode.NotFound, "no-such-reservation"), (unknown, refused.Status, refused.Code));
        }
    }

    private async Task<JsonElement> ShowAsync(Fan fan, long id) => (await fan.GetAsync(shop.Replicas[1], $"/api/reservations/{id}")).Json;

    private static List<DateTime?> Cancelled(JsonElement reservation) =>
        [.. reservation.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("cancelledAt").Deserialize<DateTime?>())];
}
