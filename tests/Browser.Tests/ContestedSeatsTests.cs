using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>What a fan sees while others buy, the sale opens, and the connection comes and goes.</summary>
public sealed class ContestedSeatsTests(WatchedShop shop)
{
    private const string LiveSeats = "**/api/games/*/seat-changes";
    private const string TakenSeats = "**/taken";

    [Fact]
    public async Task A_fan_who_comes_second_for_a_seat_learns_which_seat_and_keeps_the_rest()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var second = await Shopping.OpenAsync(shop, "/sign-in", new(Seating.Desktop));
        using var first = await shop.NextFanAsync();
        await second.SignInAsync(shop.NextEmail());
        // A page that never learns of changes: only the response to its hold can tell.
        await second.Page.RouteAsync(LiveSeats, request => request.FulfillAsync(new() { Status = 429 }));
        await second.Page.RouteAsync(TakenSeats, request => request.FulfillAsync(new() { ContentType = "application/json", Body = """{"version":"1","taken":[]}""" }));
        await second.GoAsync($"/games/{game}");
        await second.KnowsSeatsAsync();
        await second.ChooseOnMapAsync(game, grade, 1);
        await second.ChooseOnMapAsync(game, grade, 2);

        Assert.NotNull(await WatchedShop.HoldAsync(first, game, grade, 1));
        await second.HoldButton().ClickAsync();

        await Shopping.SaysAsync(second.Problem, "테이블석 101블록 1열 1번");
        await Shopping.SaysAsync(second.Problem, "나머지 1석은 그대로 선택");
        await Seating.CountIsAsync(second.Chosen(), 1);
        await Shopping.SaysAsync(second.Chosen(), "1열 2번");
        await Assertions.Expect(await second.InListAsync("101", row: 1, seat: 1)).ToHaveAttributeAsync("data-look", "held");
        Assert.Empty(second.Errors);
    }

    [Fact]
    public async Task A_chosen_seat_that_somebody_takes_leaves_the_choice_at_once()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var fan = await shop.OpenGameAsync(game, email: null);
        using var other = await shop.NextFanAsync();
        await fan.ChooseOnMapAsync(game, grade, 1);
        await fan.ChooseOnMapAsync(game, grade, 2);

        Assert.True(await WatchedShop.BuyAsync(other, game, grade, 2));

        await Shopping.SaysAsync(fan.Problem, "101블록 1열 2번");
        await Seating.CountIsAsync(fan.Chosen(), 1);
        await Shopping.SaysAsync(fan.Page.Locator(".grade").First, "999석 남음");
    }

    [Fact]
    public async Task A_sale_opens_by_itself_while_the_page_is_open()
    {
        var game = shop.NextGame();
        await shop.ChangeAsync("UPDATE games SET sale_opens_at = UTC_TIMESTAMP(6) + INTERVAL 12 SECOND WHERE id = @game", new { game });
        await using var fan = await Shopping.OpenAsync(shop, "/sign-in", new(Seating.Desktop));
        await fan.SignInAsync(shop.NextEmail());
        await fan.GoAsync($"/games/{game}");
        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "판매 시작 전입니다.");
        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "00:");
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 5);
        await Assertions.Expect(fan.HoldButton()).ToBeDisabledAsync();

        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "예매 중");
        await fan.HoldButton().ClickAsync();

        await fan.ArrivesAtAsync($"/checkout/{game}");
        await Shopping.SaysAsync(fan.Page.Locator(".hold-seats"), "101블록 1열 5번");
    }

    [Fact]
    public async Task A_game_that_is_sold_out_says_so_and_shows_a_seat_that_comes_back()
    {
        var game = shop.NextGame();
        var capacities = (int[])[1_000, 3_000, 4_000, 5_000, 7_000];
        for (var n = 1; n <= capacities.Length; n++)
            await shop.ChangeAsync(
                $"INSERT INTO seat_claims (game_id, grade_id, number) SELECT @game, @grade, seq FROM seq_1_to_{capacities[n - 1]} WHERE @grade <> @first OR seq <> 7",
                new { game, grade = WatchedShop.Grade(game, n), first = WatchedShop.Grade(game) });
        using var owner = await shop.NextFanAsync();
        Assert.True(await WatchedShop.BuyAsync(owner, game, WatchedShop.Grade(game), 7));
        await using var fan = await shop.OpenGameAsync(game, email: null);
        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "매진되었습니다.");
        await Shopping.SaysAsync(fan.Page.Locator(".grade").First, "남은 좌석 없음");

        var reservations = await owner.GetFromJsonAsync<JsonElement>("/api/reservations");
        using var cancelled = await owner.DeleteAsync($"/api/reservations/{reservations.GetProperty("items")[0].GetProperty("reservationId").GetInt64()}");

        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "예매 중");
        await Shopping.SaysAsync(fan.Page.Locator(".grade").First, "1석 남음");
    }

    [Fact]
    public async Task A_game_whose_sale_is_over_says_so_and_leads_to_other_games()
    {
        var game = shop.NextGame();
        await shop.ChangeAsync("UPDATE games SET sale_opens_at = UTC_TIMESTAMP(6) - INTERVAL 2 DAY, sale_closes_at = UTC_TIMESTAMP(6) - INTERVAL 1 DAY WHERE id = @game", new { game });
        await using var fan = await Shopping.OpenAsync(shop, $"/games/{game}", new(Seating.Desktop));

        await Shopping.SaysAsync(fan.Page.Locator(".sale"), "판매가 끝났습니다.");
        await Assertions.Expect(fan.HoldButton()).ToBeHiddenAsync();
        await fan.Page.Locator(".other-games").ClickAsync();

        await fan.ArrivesAtAsync("/");
    }

    [Fact]
    public async Task A_lost_connection_is_shown_and_what_was_missed_comes_when_it_is_back()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var fan = await shop.OpenGameAsync(game, email: null);
        using var other = await shop.NextFanAsync();
        await fan.ChooseOnMapAsync(game, grade, 1);

        await fan.Window.SetOfflineAsync(true);
        await Shopping.SaysAsync(fan.Page.Locator(".connection"), "연결 끊김");
        Assert.True(await WatchedShop.BuyAsync(other, game, grade, 1, 2));
        await Seating.CountIsAsync(fan.Chosen(), 1);
        await fan.Window.SetOfflineAsync(false);

        await fan.KnowsSeatsAsync();
        await Shopping.SaysAsync(fan.Problem, "101블록 1열 1번");
        await Seating.CountIsAsync(fan.Chosen(), 0);
    }

    [Fact]
    public async Task Where_the_stream_cannot_be_had_the_page_polls()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var fan = await Shopping.OpenAsync(shop, "/", new(Seating.Desktop));
        await fan.Page.RouteAsync(LiveSeats, request => request.FulfillAsync(new() { Status = 429 }));
        using var other = await shop.NextFanAsync();

        await fan.GoAsync($"/games/{game}");
        await Shopping.SaysAsync(fan.Page.Locator(".connection"), "몇 초마다");
        Assert.True(await WatchedShop.BuyAsync(other, game, grade, 1));

        await Shopping.SaysAsync(fan.Page.Locator(".grade").First, "999석 남음");
    }

    [Fact]
    public async Task Seats_held_in_one_tab_are_the_fans_own_in_the_other_until_they_are_released()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        var grade = WatchedShop.Grade(game);
        await using var fan = await shop.OpenGameAsync(game, email);
        await fan.ChooseOnMapAsync(game, grade, 1);
        using var otherTab = await shop.NextFanAsync(email);

        var holdId = await WatchedShop.HoldAsync(otherTab, game, grade, 1);
        await Shopping.SaysAsync(fan.Page.Locator(".messages"), "선점하신 좌석 1석");
        await Seating.CountIsAsync(fan.Chosen(), 0);
        var seat = await fan.InListAsync("101", row: 1, seat: 1);
        await Assertions.Expect(seat).ToHaveAttributeAsync("data-look", "mine");

        using var released = await otherTab.DeleteAsync($"/api/games/{game}/holds/{holdId}");
        await Assertions.Expect(seat).ToHaveAttributeAsync("data-look", "free");
        await Assertions.Expect(fan.Page.Locator(".messages")).ToBeEmptyAsync();
    }

    [Fact]
    public async Task The_best_seats_are_held_with_one_click()
    {
        var game = shop.NextGame();
        await using var fan = await shop.OpenGameAsync(game, shop.NextEmail());

        await fan.Page.Locator("#best-grade").SelectOptionAsync($"{WatchedShop.Grade(game, 2)}");
        await fan.Page.Locator("#best-count").SelectOptionAsync("3");
        await fan.Page.Locator(".best button").ClickAsync();

        await fan.ArrivesAtAsync($"/checkout/{game}");
        await Seating.CountIsAsync(fan.Page.Locator(".hold-seats li"), 3);
        await Shopping.SaysAsync(fan.Page.Locator(".hold-total"), "75,000원");
    }

    [Fact]
    public async Task Where_only_scattered_seats_are_left_the_page_offers_them()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await shop.ChangeAsync("INSERT INTO seat_claims (game_id, grade_id, number) SELECT @game, @grade, seq FROM seq_1_to_1000 WHERE seq NOT IN (10, 500)", new { game, grade });
        await using var fan = await shop.OpenGameAsync(game, shop.NextEmail());

        await fan.Page.Locator(".best button").ClickAsync();
        await Shopping.SaysAsync(fan.Problem, "101블록 1열 10번");
        await Shopping.SaysAsync(fan.Problem, "101블록 20열 25번");
        await fan.Problem.Locator("button").ClickAsync();

        await fan.ArrivesAtAsync($"/checkout/{game}");
        await Seating.CountIsAsync(fan.Page.Locator(".hold-seats li"), 2);
    }
}
