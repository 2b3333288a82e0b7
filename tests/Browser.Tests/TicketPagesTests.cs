using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The fan's reservations: list, detail, cancellation.</summary>
public sealed class TicketPagesTests(WatchedShop shop)
{
    [Fact]
    public async Task A_reservation_is_listed_and_shown_with_its_game_and_the_names_of_its_seats()
    {
        await using var shopping = await BoughtAsync(1, 501);
        await Shopping.SaysAsync(shopping.Page.Locator(".card"), "2석");
        await shopping.Page.Locator(".card").ClickAsync();

        await Assertions.Expect(shopping.Heading).ToBeFocusedAsync();
        await Shopping.SaysAsync(shopping.Page.Locator(".details"), " vs ");
        await Shopping.SaysAsync(shopping.Page.Locator(".details"), "100,000원");
        await Shopping.SaysAsync(shopping.Page.Locator(".cards li").Nth(0), "테이블석 101블록 1열 1번");
        await Shopping.SaysAsync(shopping.Page.Locator(".cards li").Nth(1), "테이블석 102블록 1열 1번");
        Assert.Empty(shopping.Errors);
    }

    [Fact]
    public async Task Escape_keeps_the_seats_and_the_focus()
    {
        await using var shopping = await BoughtAsync(1, 2);
        await shopping.Page.Locator(".card").ClickAsync();
        var cancel = shopping.Page.GetByRole(AriaRole.Button, new() { Name = "예매 전체 취소" });
        await cancel.ClickAsync();
        await Assertions.Expect(shopping.Page.GetByRole(AriaRole.Button, new() { Name = "그대로 두기" })).ToBeFocusedAsync();

        await shopping.Page.Keyboard.PressAsync("Escape");

        await Assertions.Expect(shopping.Page.GetByRole(AriaRole.Dialog)).ToHaveCountAsync(0);
        await Assertions.Expect(cancel).ToBeFocusedAsync();
        await shopping.Page.ReloadAsync();
        await Assertions.Expect(shopping.Page.GetByText("취소됨")).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task One_seat_is_cancelled_and_then_the_rest()
    {
        await using var shopping = await BoughtAsync(1, 2, 3);
        await shopping.Page.Locator(".card").ClickAsync();
        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "좌석 취소: 테이블석 101블록 1열 2번" }).ClickAsync();
        await Shopping.SaysAsync(shopping.Page.GetByRole(AriaRole.Dialog), "테이블석 101블록 1열 2번");
        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "취소하기" }).ClickAsync();

        await Shopping.SaysAsync(shopping.Page.Locator(".done"), "좌석을 취소했습니다.");
        await Shopping.SaysAsync(shopping.Page.Locator(".cards li").Nth(1), "취소됨");
        await Assertions.Expect(shopping.Page.Locator(".cards li .tag")).ToHaveCountAsync(1);

        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "예매 전체 취소" }).ClickAsync();
        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "취소하기" }).ClickAsync();

        await Shopping.SaysAsync(shopping.Page.Locator(".done"), "예매를 취소했습니다.");
        await Assertions.Expect(shopping.Page.Locator(".cards li .tag")).ToHaveCountAsync(3);
        await Assertions.Expect(shopping.Page.GetByRole(AriaRole.Button, new() { Name = "예매 전체 취소" })).ToHaveCountAsync(0);
        var game = (await shopping.Page.Locator(".details a").GetAttributeAsync("href"))!;
        var grades = (await shop.Gateway.GetFromJsonAsync<JsonElement>($"/api{game}/grades")).GetProperty("items");
        Assert.Equal(1_000, grades[0].GetProperty("remaining").GetInt32());
        await shopping.Page.GoBackAsync();
        await Shopping.SaysAsync(shopping.Page.Locator(".card"), "취소됨");
    }

    [Fact]
    public async Task Somebody_elses_reservation_is_unknown()
    {
        await using var shopping = await BoughtAsync(1);
        var address = (await shopping.Page.Locator(".card").GetAttributeAsync("href"))!;
        await using var other = await Shopping.OpenAsync(shop, "/sign-in");
        await other.SignInAsync(shop.NextEmail());

        await other.GoAsync(address);

        await Shopping.SaysAsync(other.Problem, "내 예매에 없는 번호예요.");
    }

    [Fact]
    public async Task The_ticket_is_read_in_English_and_by_keyboard()
    {
        await using var shopping = await BoughtAsync("en-US", 1, 2);
        await shopping.Page.Locator(".card").FocusAsync();
        await shopping.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(shopping.Heading).ToBeFocusedAsync();
        await Shopping.SaysAsync(shopping.Page.Locator(".cards li").Nth(0), "테이블석, block 101, row 1, seat 1");

        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel all seats" }).FocusAsync();
        foreach (var key in (string[])["Enter", "Tab", "Enter"])
            await shopping.Page.Keyboard.PressAsync(key);

        await Shopping.SaysAsync(shopping.Page.Locator(".done"), "The reservation is cancelled.");
    }

    private Task<Shopping> BoughtAsync(params int[] seats) => BoughtAsync("ko-KR", seats);

    /// <summary>The list of a fan who has bought seats of the first grade of a game.</summary>
    private async Task<Shopping> BoughtAsync(string locale, params int[] seats)
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        using var fan = await shop.NextFanAsync(email);
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game), seats));
        var shopping = await Shopping.OpenAsync(shop, "/sign-in", new() { Locale = locale });
        await shopping.SignInAsync(email);
        await shopping.GoAsync("/tickets");
        return shopping;
    }
}
