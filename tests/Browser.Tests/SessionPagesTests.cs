using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>Signing in and out in the browser.</summary>
public sealed class SessionPagesTests(WatchedShop shop)
{
    [Fact]
    public async Task A_session_survives_a_reload_and_ends_with_the_sign_out()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        await shopping.TypeAsync("email", shop.NextEmail());
        await shopping.TypeAsync("password", WatchedShop.Password);
        await shopping.SendAsync();
        await shopping.IsAtAsync("/");

        await shopping.Page.ReloadAsync();
        await shopping.Page.Locator("#nav").GetByText("내 계정").ClickAsync();
        await shopping.IsAtAsync("/account");
        await shopping.ReadyAsync();
        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "로그아웃", Exact = true }).ClickAsync();

        await shopping.IsAtAsync("/");
        await Shopping.SaysAsync(shopping.Page.Locator("#nav"), "로그인");
        await shopping.GoAsync("/account");
        await shopping.IsAtAsync("/sign-in");
        Assert.Empty(shopping.Errors);
    }

    [Fact]
    public async Task No_script_can_read_the_session()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        await shopping.SignInAsync(shop.NextEmail());

        var cookie = Assert.Single(await shopping.Window.CookiesAsync());
        Assert.True(cookie.HttpOnly);
        Assert.Equal(SameSiteAttribute.Strict, cookie.SameSite);
        Assert.Equal("", await shopping.Page.EvaluateAsync<string>("document.cookie"));
        Assert.DoesNotContain(cookie.Value, await shopping.Page.EvaluateAsync<string>("JSON.stringify([localStorage, sessionStorage])"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_is_explained_and_what_was_typed_stays()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        var email = shop.NextEmail();
        await shopping.TypeAsync("email", email);
        await shopping.TypeAsync("password", "not-the-password");
        await shopping.SendAsync();

        await Shopping.SaysAsync(shopping.Problem, "이메일이나 비밀번호가 맞지 않아요.");
        Assert.Equal((email, "not-the-password"), (await shopping.Field("email").InputValueAsync(), await shopping.Field("password").InputValueAsync()));

        // A reload keeps it, too, but never a password.
        await shopping.Page.ReloadAsync();
        await shopping.ReadyAsync();
        Assert.Equal((email, ""), (await shopping.Field("email").InputValueAsync(), await shopping.Field("password").InputValueAsync()));
        Assert.DoesNotContain("not-the-password", await shopping.Page.EvaluateAsync<string>("JSON.stringify([localStorage, sessionStorage])"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_missing_is_named_at_its_field_before_anything_is_sent()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-up");
        await shopping.TypeAsync("email", "no-at-sign");
        await shopping.TypeAsync("nickname", "승리요정");
        await shopping.TypeAsync("password", "short");
        await shopping.SendAsync();

        await Assertions.Expect(shopping.Field("email")).ToBeFocusedAsync();
        await Assertions.Expect(shopping.Field("email")).ToHaveAttributeAsync("aria-invalid", "true");
        await Assertions.Expect(shopping.Field("email")).ToHaveAccessibleDescriptionAsync("이메일 주소를 확인해 주세요. 예: fan@example.com");
        await Assertions.Expect(shopping.Field("password")).ToHaveAttributeAsync("aria-invalid", "true");
        Assert.Null(await shopping.Field("nickname").GetAttributeAsync("aria-invalid"));
    }

    [Fact]
    public async Task A_lost_connection_is_explained_and_the_form_works_when_it_is_back()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        await shopping.TypeAsync("email", shop.NextEmail());
        await shopping.TypeAsync("password", WatchedShop.Password);
        await shopping.Window.SetOfflineAsync(true);
        await shopping.SendAsync();
        await Shopping.SaysAsync(shopping.Problem, "연결이 끊겼어요.");

        await shopping.Window.SetOfflineAsync(false);
        await shopping.SendAsync();
        await shopping.IsAtAsync("/");
    }

    [Fact]
    public async Task A_page_for_fans_leads_to_the_sign_in_and_back()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/tickets");
        await shopping.IsAtAsync("/sign-in?back=%2Ftickets");
        await Shopping.SaysAsync(shopping.Page.Locator(".note"), "그대로 남아 있습니다");

        await shopping.TypeAsync("email", shop.NextEmail());
        await shopping.TypeAsync("password", WatchedShop.Password);
        await shopping.SendAsync();

        await shopping.IsAtAsync("/tickets");
        await Shopping.SaysAsync(shopping.Page.Locator("main"), "아직 예매한 경기가 없어요.");
        await Assertions.Expect(shopping.Heading).ToBeFocusedAsync();
    }

    [Theory]
    [InlineData("https://example.com/")]
    [InlineData("//example.com/tickets")]
    [InlineData("/nothing")]
    [InlineData("javascript:alert(1)")]
    public async Task After_the_sign_in_only_a_page_of_the_shop_follows(string back)
    {
        await using var shopping = await Shopping.OpenAsync(shop, $"/sign-in?back={Uri.EscapeDataString(back)}");

        Assert.Equal("/", await shopping.Page.EvaluateAsync<string>("import('/js/core/router.js').then(router => router.backAddress())"));
    }

    [Fact]
    public async Task A_sign_out_in_one_tab_is_known_in_the_other()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        await shopping.SignInAsync(shop.NextEmail());
        var other = await shopping.Window.NewPageAsync();
        await other.GotoAsync(shopping.Page.Url);
        await Assertions.Expect(other.Locator("#nav")).ToContainTextAsync("내 예매");

        Assert.True(await shopping.Page.EvaluateAsync<bool>("async () => (await (await import('/js/core/session.js')).signOut()).ok"));

        await Assertions.Expect(other.Locator("#nav")).ToContainTextAsync("로그인");
    }

    [Fact]
    public async Task The_language_is_the_browsers_until_the_fan_chooses_and_the_choice_stays()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in", new() { Locale = "en-US" });
        await Shopping.SaysAsync(shopping.Heading, "Sign in");
        Assert.Equal(("en", "Sign in – Dugout"), (await LanguageAsync(), await shopping.Page.TitleAsync()));
        await shopping.TypeAsync("email", "fan@example.com");

        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "한국어" }).ClickAsync();

        await Shopping.SaysAsync(shopping.Heading, "로그인");
        Assert.Equal("fan@example.com", await shopping.Field("email").InputValueAsync());
        await shopping.Page.ReloadAsync();
        await Shopping.SaysAsync(shopping.Heading, "로그인");
        Assert.Equal("ko", await LanguageAsync());

        Task<string?> LanguageAsync() => shopping.Page.Locator("html").GetAttributeAsync("lang");
    }

    [Fact]
    public async Task A_browser_of_another_language_gets_Korean()
    {
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-in", new() { Locale = "fr-FR" });

        await Shopping.SaysAsync(shopping.Heading, "로그인");
    }
}
