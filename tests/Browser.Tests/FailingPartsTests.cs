using System.Net.Http.Json;
using System.Text.Json;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>What a fan notices while parts of the shop are killed: at most a request to try again. Nothing that was chosen, held or bought is lost.</summary>
public sealed class FailingPartsTests(WatchedShop shop)
{
    [Fact]
    public async Task Replicas_that_are_killed_midway_are_not_noticed()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        var grade = WatchedShop.Grade(game);
        await using var fan = await shop.OpenGameAsync(game, email);
        using var other = await shop.NextFanAsync();
        await fan.ChooseOnMapAsync(game, grade, 1);

        // The map's stream comes from one of the two.
        await shop.KillAsync("api-1");
        await SeesSaleOfAsync(fan, other, game, number: 2, remaining: 999);
        await shop.StartAgainAsync("api-1");
        await shop.KillAsync("api-2");
        await SeesSaleOfAsync(fan, other, game, number: 3, remaining: 998);
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await shop.StartAgainAsync("api-2");
        await shop.KillAsync("api-1");
        await fan.ReserveButton().ClickAsync();

        var reservation = await fan.TicketAsync();
        await shop.StartAgainAsync("api-1");
        Assert.Equal([reservation], await ReservationsAsync(email));
        Assert.Empty(fan.Errors);
    }

    [Fact]
    public async Task While_Redis_is_away_the_shop_is_busy_and_goes_on_where_the_fan_was()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email);
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 1);

        await shop.KillAsync("redis");
        await fan.HoldButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "지금은 접속이 많아요.");
        await Seating.CountIsAsync(fan.Chosen(), 1);
        await shop.StartAgainAsync("redis");
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await shop.KillAsync("redis");
        await fan.ReserveButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "지금은 접속이 많아요.");
        await shop.StartAgainAsync("redis");
        await fan.Problem.Locator("button").ClickAsync();

        var reservation = await fan.TicketAsync();
        Assert.Equal([reservation], await ReservationsAsync(email));
        Assert.Empty(fan.Errors);
    }

    private static async Task SeesSaleOfAsync(Shopping fan, HttpClient other, long game, int number, int remaining)
    {
        Assert.True(await WatchedShop.BuyAsync(other, game, WatchedShop.Grade(game), number));
        await Shopping.SaysAsync(fan.Page.Locator(".grade").First, $"{remaining}석 남음");
    }

    private async Task<IEnumerable<long>> ReservationsAsync(string email)
    {
        using var fan = await shop.NextFanAsync(email);
        var reservations = await fan.GetFromJsonAsync<JsonElement>("/api/reservations");
        return reservations.GetProperty("items").EnumerateArray().Select(reservation => reservation.GetProperty("reservationId").GetInt64());
    }
}
