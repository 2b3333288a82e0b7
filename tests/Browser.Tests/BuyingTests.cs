using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>A fan buys seats, by whichever means.</summary>
public sealed class BuyingTests(WatchedShop shop)
{
    [Fact]
    public async Task Seats_are_bought_with_the_mouse_and_the_choice_survives_the_sign_in()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email: null);

        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 1);
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game, 2), 26);
        await Shopping.SaysAsync(fan.Page.Locator(".tray-sum"), "2석, 75,000원");
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync("/sign-in");
        await fan.TypeAsync("email", email);
        await fan.TypeAsync("password", WatchedShop.Password);
        await fan.SendAsync();
        await fan.ArrivesAtAsync($"/games/{game}");
        await Seating.CountIsAsync(fan.Chosen(), 2);
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await Shopping.SaysAsync(fan.Page.Locator(".hold-seats"), "테이블석 101블록 1열 1번");
        await Shopping.SaysAsync(fan.Page.Locator(".hold-total"), "75,000원");
        await fan.ReserveButton().ClickAsync();

        await fan.TicketAsync();
        Assert.Equal([(WatchedShop.Grade(game), 1), (WatchedShop.Grade(game, 2), 26)], await BoughtAsync(email));
        Assert.Empty(fan.Errors);
    }

    [Fact]
    public async Task A_session_revoked_elsewhere_leads_to_the_sign_in_and_the_choice_stays()
    {
        const string Next = "take-me-out-2028";
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email);
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 1);

        using var elsewhere = await shop.NextFanAsync(email);
        using var changed = await elsewhere.PutAsJsonAsync("/api/accounts/me/password", new { current = WatchedShop.Password, next = Next });
        changed.EnsureSuccessStatusCode();
        // Each replica knows it within five seconds.
        await fan.Page.EvaluateAsync("""
            async () => {
              const isRevoked = async () => (await Promise.all(Array.from({ length: 8 }, () => fetch('/api/sessions/current')))).every(answer => answer.status === 401);
              for (let tries = 0; !await isRevoked(); tries++) {
                if (tries > 100) throw new Error('still signed in');
                await new Promise(resolve => setTimeout(resolve, 100));
              }
            }
            """);
        await fan.HoldButton().ClickAsync();

        await fan.ArrivesAtAsync("/sign-in");
        await fan.TypeAsync("email", email);
        await fan.TypeAsync("password", Next);
        await fan.SendAsync();
        await fan.ArrivesAtAsync($"/games/{game}");
        await Seating.CountIsAsync(fan.Chosen(), 1);
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
    }

    [Fact]
    public async Task Seats_are_bought_with_the_keyboard_alone()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email);
        var (keys, says) = (fan.Page.Keyboard, fan.Page.Locator(".map-status"));

        await fan.TabToAsync(".map-canvas");
        await Shopping.SaysAsync(says, "테이블석 101블록, 남은 좌석 500석");
        await keys.PressAsync("ArrowRight");
        await Shopping.SaysAsync(says, "테이블석 102블록");
        await keys.PressAsync("Enter");
        await Shopping.SaysAsync(says, "테이블석 102블록 1열 13번, 선택 가능");
        await keys.PressAsync("Enter");
        await Shopping.SaysAsync(says, "내가 선택");
        await keys.PressAsync("ArrowDown");
        await keys.PressAsync("ArrowLeft");
        await keys.PressAsync("Space");
        await Shopping.SaysAsync(says, "테이블석 102블록 2열 12번, 내가 선택");
        await keys.PressAsync("Escape");
        await Shopping.SaysAsync(says, "테이블석 102블록, 남은 좌석");
        await fan.TabToAsync("#hold");
        await keys.PressAsync("Enter");
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await fan.TabToAsync(".hold .main");
        await keys.PressAsync("Enter");

        await fan.TicketAsync();
        Assert.Equal([(WatchedShop.Grade(game), 513), (WatchedShop.Grade(game), 537)], await BoughtAsync(email));
        Assert.Empty(fan.Errors);
    }

    [Fact]
    public async Task Seats_are_bought_on_a_telephone_by_touch_and_by_the_list()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email, Seating.Telephone);

        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 525, touch: true);
        var inList = await fan.InListAsync("501", row: 2, seat: 3);
        await inList.TapAsync();
        await Assertions.Expect(inList).ToHaveAttributeAsync("aria-pressed", "true");
        await Seating.CountIsAsync(fan.Chosen(), 2);
        Assert.Equal(360, await fan.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        await fan.HoldButton().TapAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        Assert.Equal(360, await fan.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        await fan.ReserveButton().TapAsync();

        await fan.TicketAsync();
        Assert.Equal([(WatchedShop.Grade(game), 525), (WatchedShop.Grade(game, 5), 28)], await BoughtAsync(email));
    }

    [Fact]
    public async Task Nobody_chooses_more_seats_than_one_account_may_have()
    {
        var game = shop.NextGame();
        await using var fan = await shop.OpenGameAsync(game, email: null);

        for (var number = 1; number <= 5; number++)
            await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), number);

        await Shopping.SaysAsync(fan.Problem, "최대 4석");
        await Seating.CountIsAsync(fan.Chosen(), 4);
        await fan.Page.Locator(".tray-drop").First.ClickAsync();
        await Seating.CountIsAsync(fan.Chosen(), 3);
    }

    [Fact]
    public async Task A_choice_survives_a_reload_and_the_back_button_at_every_step()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await using var fan = await shop.OpenGameAsync(game, email);

        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 40);
        await fan.Page.ReloadAsync();
        await Shopping.SaysAsync(fan.Chosen(), "101블록 2열 15번");
        await fan.Page.Locator(".brand").ClickAsync();
        await fan.ReadyAsync();
        await fan.Page.GoBackAsync();
        await Shopping.SaysAsync(fan.Chosen(), "101블록 2열 15번");
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await fan.Page.GoBackAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".messages"), "선점하신 좌석 1석");
        await Seating.CountIsAsync(fan.Chosen(), 0);
        await fan.Page.Locator(".messages a").ClickAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".hold-seats"), "101블록 2열 15번");
        await fan.Page.ReloadAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".hold-seats"), "101블록 2열 15번");
        await fan.ReserveButton().ClickAsync();
        await fan.TicketAsync();
        await fan.Page.ReloadAsync();
        await fan.ReadyAsync();
        await fan.Page.GoBackAsync();

        await fan.ReadyAsync();
        Assert.Equal([(WatchedShop.Grade(game), 40)], await BoughtAsync(email));
    }

    /// <summary>The seats of all reservations of a fan, by grade and number.</summary>
    private async Task<IReadOnlyList<(long Grade, int Number)>> BoughtAsync(string email)
    {
        using var fan = await shop.NextFanAsync(email);
        var reservations = await fan.GetFromJsonAsync<JsonElement>("/api/reservations");
        return [.. reservations.GetProperty("items").EnumerateArray()
            .SelectMany(reservation => reservation.GetProperty("seats").EnumerateArray())
            .Select(seat => (seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32()))
            .Order()];
    }
}
