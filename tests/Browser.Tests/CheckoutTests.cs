using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>A fan with held seats: their deadline, and a purchase that is made once whatever happens.</summary>
public sealed class CheckoutTests(WatchedShop shop)
{
    private const string Reservations = "**/api/reservations";

    [Fact]
    public async Task A_hold_that_expires_says_so_and_its_seats_can_be_chosen_again()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game, clock: true);
        var fan = holder.Fan;
        await Assertions.Expect(fan.Page.Locator(".hold-clock")).ToHaveTextAsync(new Regex("^0[67]:"));

        await fan.Page.Clock.FastForwardAsync("06:15");
        await Shopping.SaysAsync(fan.Page.Locator("#announcer"), "1분 남았습니다");
        await fan.Page.Clock.FastForwardAsync("01:00");
        await Shopping.SaysAsync(fan.Problem, "선점 시간이 끝났거나");
        await Seating.CountIsAsync(fan.Page.Locator(".hold"), 0);
        await fan.Problem.Locator("button").ClickAsync();

        await fan.ArrivesAtAsync($"/games/{game}");
    }

    [Fact]
    public async Task A_hold_that_is_gone_at_the_purchase_is_explained_with_what_to_do_next()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;
        var holds = await holder.Client.GetFromJsonAsync<JsonElement>($"/api/games/{game}/holds");
        var holdId = holds.GetProperty("items")[0].GetProperty("holdId").GetInt64();
        using var released = await holder.Client.DeleteAsync($"/api/games/{game}/holds/{holdId}");

        await fan.ReserveButton().ClickAsync();

        await Shopping.SaysAsync(fan.Problem, "선점 시간이 끝났거나");
        await fan.Problem.Locator("button").ClickAsync();
        await fan.ArrivesAtAsync($"/games/{game}");
        await Shopping.SaysAsync(fan.Chosen(), "101블록 1열 1번");
    }

    [Fact]
    public async Task A_hold_is_renewed_and_released()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;

        await fan.Page.Locator(".hold-acts button").Nth(1).ClickAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".messages"), "시간을 연장했습니다.");
        await fan.Page.Locator(".hold-acts button").Nth(2).ClickAsync();

        await Shopping.SaysAsync(fan.Page.Locator(".messages"), "좌석을 포기했습니다.");
        await Shopping.SaysAsync(fan.Page.Locator(".empty"), "선점한 좌석이 없습니다.");
    }

    [Fact]
    public async Task A_purchase_whose_answer_is_lost_is_repeated_safely()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;
        await LoseAnswersAsync(fan);

        await fan.ReserveButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "다시 시도해도 두 번 예매되지 않습니다.");
        await fan.Page.UnrouteAllAsync();
        await fan.Problem.Locator("button").ClickAsync();

        var reservation = await fan.TicketAsync();
        Assert.Equal([reservation], await ReservationsAsync(holder.Client));
    }

    [Fact]
    public async Task A_purchase_whose_answer_is_lost_is_finished_after_a_reload()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;
        await LoseAnswersAsync(fan);
        await fan.ReserveButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "두 번 예매되지 않습니다.");
        await fan.Page.UnrouteAllAsync();

        await fan.Page.ReloadAsync();

        var reservation = await fan.TicketAsync();
        Assert.Equal([reservation], await ReservationsAsync(holder.Client));
    }

    [Fact]
    public async Task A_purchase_begun_offline_is_made_once_when_the_connection_is_back()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;

        await fan.Window.SetOfflineAsync(true);
        await fan.ReserveButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "연결이 끊겼");
        await fan.Window.SetOfflineAsync(false);

        var reservation = await fan.TicketAsync();
        Assert.Equal([reservation], await ReservationsAsync(holder.Client));
    }

    [Fact]
    public async Task Two_tabs_that_buy_one_hold_get_one_reservation()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;
        var other = await fan.Window.NewPageAsync();
        await other.GotoAsync(fan.Page.Url);
        await Assertions.Expect(other.Locator(".hold")).ToHaveCountAsync(1);

        await fan.ReserveButton().ClickAsync();
        var reservation = await fan.TicketAsync();
        await other.Locator(".hold .main").ClickAsync();

        await Shopping.SaysAsync(other.Locator(".problem"), "이미 예매된 좌석");
        await Assertions.Expect(other.Locator(".hold")).ToHaveCountAsync(0);
        Assert.Equal([reservation], await ReservationsAsync(holder.Client));
    }

    [Fact]
    public async Task A_busy_shop_loses_nothing()
    {
        var game = shop.NextGame();
        await using var holder = await HoldingAsync(game);
        var fan = holder.Fan;
        await fan.Page.RouteAsync(Reservations, route => route.FulfillAsync(new()
        {
            Status = 503,
            ContentType = "application/problem+json",
            Headers = new Dictionary<string, string> { ["Retry-After"] = "1" },
            Body = """{"code":"busy"}""",
        }));

        await fan.ReserveButton().ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "접속이 많아요");
        await fan.Page.UnrouteAllAsync();
        await fan.Problem.Locator("button").ClickAsync();

        var reservation = await fan.TicketAsync();
        Assert.Equal([reservation], await ReservationsAsync(holder.Client));
    }

    /// <summary>A fan at the checkout, and the same fan as a program.</summary>
    private sealed record Holder(Shopping Fan, HttpClient Client) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            Client.Dispose();
            return Fan.DisposeAsync();
        }
    }

    /// <summary>The checkout of a fan who holds the first seat of a game.</summary>
    private async Task<Holder> HoldingAsync(long game, bool clock = false)
    {
        var email = shop.NextEmail();
        var client = await shop.NextFanAsync(email);
        Assert.NotNull(await WatchedShop.HoldAsync(client, game, WatchedShop.Grade(game), 1));
        var fan = await Shopping.OpenAsync(shop, "/sign-in", new(Seating.Desktop));
        await fan.SignInAsync(email);
        if (clock)
            await fan.Page.Clock.InstallAsync();
        await fan.GoAsync($"/checkout/{game}");
        await Seating.CountIsAsync(fan.Page.Locator(".hold"), 1);
        return new(fan, client);
    }

    /// <summary>Purchases reach the shop; their responses do not reach the page.</summary>
    private static Task LoseAnswersAsync(Shopping fan) => fan.Page.RouteAsync(Reservations, async route =>
    {
        await route.FetchAsync();
        await route.AbortAsync();
    });

    private static async Task<IReadOnlyList<long>> ReservationsAsync(HttpClient client)
    {
        var reservations = await client.GetFromJsonAsync<JsonElement>("/api/reservations");
        return [.. reservations.GetProperty("items").EnumerateArray().Select(one => one.GetProperty("reservationId").GetInt64())];
    }
}
