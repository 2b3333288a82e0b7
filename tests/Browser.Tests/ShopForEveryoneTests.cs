using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>Every page, light and dark, on a small telephone: axe finds nothing, and nothing is wider than the window.</summary>
public sealed class ShopForEveryoneTests(WatchedShop shop)
{
    [Theory]
    [InlineData(ColorScheme.Light, "ko-KR")]
    [InlineData(ColorScheme.Dark, "en-US")]
    public async Task Pages_for_everybody_are_accessible(ColorScheme scheme, string locale)
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/", new() { ColorScheme = scheme, Locale = locale });
        await shopping.AssertAccessibleAsync();

        await shopping.GoAsync("/sign-in?back=%2Ftickets");
        await shopping.TypeAsync("email", "unknown@dugout.test");
        await shopping.TypeAsync("password", "nothing");
        await shopping.SendAsync();
        await Assertions.Expect(shopping.Problem).ToBeVisibleAsync();
        await shopping.AssertAccessibleAsync();

        foreach (var address in (string[])["/sign-up", "/sign-up?step=code", "/password-reset", "/password-reset?step=code"])
        {
            await shopping.GoAsync(address);
            await shopping.SendAsync();
            await Assertions.Expect(shopping.Page.Locator("[aria-invalid]").First).ToBeFocusedAsync();
            await shopping.AssertAccessibleAsync();
        }
    }

    [Theory]
    [InlineData(ColorScheme.Light, "en-US")]
    [InlineData(ColorScheme.Dark, "ko-KR")]
    public async Task Pages_for_a_fan_are_accessible(ColorScheme scheme, string locale)
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        using var fan = await shop.NextFanAsync(email);
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game), 1, 2));
        await shop.ChangeAsync("INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch) SELECT id, 'password-old', 1, 1, 'x', UTC_TIMESTAMP(6), 1 FROM accounts WHERE email = @email", new { email });
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in", new() { ColorScheme = scheme, Locale = locale });
        await shopping.SignInAsync(email);

        await shopping.GoAsync("/account");
        await shopping.AssertAccessibleAsync();
        await shopping.GoAsync("/tickets");
        await shopping.AssertAccessibleAsync();
        await shopping.Page.Locator(".card").ClickAsync();
        var cancel = shopping.Page.Locator("button.danger");
        await cancel.First.ClickAsync();
        await shopping.AssertAccessibleAsync();
        await shopping.Page.Locator("dialog button.danger").ClickAsync();
        await Assertions.Expect(shopping.Page.Locator(".cards .tag")).ToHaveCountAsync(1);
        await shopping.AssertAccessibleAsync();
    }

    [Theory]
    [InlineData(ColorScheme.Light, "ko-KR")]
    [InlineData(ColorScheme.Dark, "en-US")]
    public async Task Pages_for_operators_are_accessible(ColorScheme scheme, string locale)
    {
        var (game, email) = (shop.NextGame(), await shop.OperatorAsync());
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in", new() { ColorScheme = scheme, Locale = locale });
        await shopping.SignInAsync(email);

        await shopping.GoAsync(RoomPanel.AddressOf(game));
        await shopping.AssertAccessibleAsync();
        await shop.MakeRoomAsync(game, "open");
        await Assertions.Expect(shopping.Page.Locator(".rate-history rect")).Not.ToHaveCountAsync(0);
        await shopping.AssertAccessibleAsync();
        await shopping.Page.Locator("[data-state='draining']").ClickAsync();
        await Assertions.Expect(shopping.Page.Locator("dialog")).ToBeVisibleAsync();
        await shopping.AssertAccessibleAsync();
    }

    [Fact]
    public async Task The_first_link_skips_to_the_content_and_a_new_page_begins_at_its_heading()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/");
        await shopping.Page.Keyboard.PressAsync("Tab");
        await Assertions.Expect(shopping.Page.Locator(".skip")).ToBeFocusedAsync();
        await shopping.Page.Keyboard.PressAsync("Enter");
        Assert.Equal("main", await shopping.Page.EvaluateAsync<string>("document.activeElement.id"));

        await shopping.Page.Locator("#nav").GetByText("로그인").FocusAsync();
        await shopping.Page.Keyboard.PressAsync("Enter");

        await shopping.IsAtAsync("/sign-in");
        await Assertions.Expect(shopping.Heading).ToBeFocusedAsync();
    }

    [Fact]
    public async Task The_back_button_returns_to_the_place_in_the_list()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/");
        var row = shopping.Page.Locator(".game").Nth(60).Locator("a");
        await row.ScrollIntoViewIfNeededAsync();
        var before = await shopping.Page.EvaluateAsync<double>("scrollY");
        Assert.InRange(before, 500, double.MaxValue);

        await row.ClickAsync();
        await Assertions.Expect(shopping.Page).ToHaveURLAsync(new Regex("/games/"));
        await shopping.Page.GoBackAsync();

        await shopping.Page.WaitForFunctionAsync("before => Math.abs(scrollY - before) < 50", before);
    }
}
