using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>New accounts, passwords, notices and devices. The codes are not mailed here: their rows are made by the test.</summary>
public sealed class AccountPagesTests(WatchedShop shop)
{
    [Fact]
    public async Task A_new_fan_signs_up_confirms_the_mailed_code_and_is_signed_in()
    {
        var email = $"{Guid.NewGuid():N}@dugout.test";
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-up?back=%2Ftickets");
        await shopping.TypeAsync("email", email);
        await shopping.TypeAsync("nickname", "승리요정");
        await shopping.TypeAsync("password", "take-me-out-2028");
        await shopping.SendAsync();
        await Shopping.SaysAsync(shopping.Page.Locator("main"), $"{email}로 보낸 코드");
        await Shopping.SaysAsync(shopping.Page.Locator("#nav"), "내 계정");

        await shopping.TypeAsync("code", new string('0', 32));
        await shopping.SendAsync();
        await Shopping.SaysAsync(shopping.Problem, "코드가 틀렸거나");
        await shopping.TypeAsync("code", await MailAsync(email, "confirm"));
        await shopping.SendAsync();

        await shopping.IsAtAsync("/tickets");
        await Shopping.SaysAsync(shopping.Page.Locator("#announcer"), "이메일이 확인되었습니다.");
        Assert.Empty(shopping.Errors);
    }

    [Fact]
    public async Task A_taken_e_mail_is_explained_and_what_was_typed_stays()
    {
        var email = shop.NextEmail();
        await using var shopping = await Shopping.OpenAsync(shop, "/sign-up");
        await shopping.TypeAsync("email", email);
        await shopping.TypeAsync("nickname", "승리요정");
        await shopping.TypeAsync("password", "take-me-out-2028");
        await shopping.SendAsync();

        await Shopping.SaysAsync(shopping.Problem, "이미 가입한 이메일이에요.");
        Assert.Equal((email, "승리요정"), (await shopping.Field("email").InputValueAsync(), await shopping.Field("nickname").InputValueAsync()));
    }

    [Fact]
    public async Task A_forgotten_password_is_replaced_with_a_mailed_code()
    {
        var email = shop.NextEmail();
        await using var shopping = await Shopping.OpenAsync(shop, "/password-reset");
        await shopping.TypeAsync("email", email);
        await shopping.SendAsync();
        await Assertions.Expect(shopping.Page).ToHaveURLAsync(new Regex("step=code"));
        await shopping.TypeAsync("code", await MailAsync(email, "reset"));
        await shopping.TypeAsync("next", "to-the-ball-game-2028");
        await shopping.SendAsync();

        await Shopping.SaysAsync(shopping.Page.Locator(".note"), "비밀번호가 바뀌었습니다.");
        await shopping.TypeAsync("email", email);
        await shopping.TypeAsync("password", "to-the-ball-game-2028");
        await shopping.SendAsync();
        await shopping.IsAtAsync("/");
    }

    [Fact]
    public async Task A_changed_password_ends_the_session_and_the_next_sign_in_leads_back()
    {
        await using var shopping = await SignedInAsync(shop.NextEmail());
        await shopping.TypeAsync("current", "wrong-password");
        await shopping.TypeAsync("next", "to-the-ball-game-2028");
        await shopping.SendAsync();
        await Shopping.SaysAsync(shopping.Problem, "비밀번호가 맞지 않아요.");

        await shopping.TypeAsync("current", WatchedShop.Password);
        await shopping.SendAsync();

        await shopping.IsAtAsync("/sign-in?why=password&back=%2Faccount");
        await Shopping.SaysAsync(shopping.Page.Locator("#nav"), "로그인");
    }

    [Fact]
    public async Task Notices_are_read_one_by_one_or_all_at_once()
    {
        var email = shop.NextEmail();
        foreach (var kind in (string[])["password-old", "coupon-expiring", "game-moved"])
            await shop.ChangeAsync("INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch) SELECT id, @kind, 1, 1, 'x', UTC_TIMESTAMP(6), 1 FROM accounts WHERE email = @email", new { kind, email });
        await using var shopping = await SignedInAsync(email);
        var unread = shopping.Page.Locator(".notice[data-read='false']");
        await Shopping.SaysAsync(shopping.Page.Locator("main"), "읽지 않은 알림 3개");

        await unread.Nth(1).GetByRole(AriaRole.Button).ClickAsync();
        await Shopping.SaysAsync(shopping.Page.Locator("main"), "읽지 않은 알림 2개");
        await shopping.Page.ReloadAsync();
        await Assertions.Expect(unread).ToHaveCountAsync(2);
        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "모두 읽음으로" }).ClickAsync();

        await Assertions.Expect(unread).ToHaveCountAsync(0);
        await shopping.Page.ReloadAsync();
        await Assertions.Expect(shopping.Page.Locator(".notice")).ToHaveCountAsync(3);
        await Assertions.Expect(unread).ToHaveCountAsync(0);
    }

    [Fact]
    public async Task A_device_is_removed()
    {
        var email = shop.NextEmail();
        await shop.ChangeAsync("INSERT INTO devices (account_id, token, last_seen_at, expires_at) SELECT id, UUID(), UTC_TIMESTAMP(6), UTC_TIMESTAMP(6) + INTERVAL 1 DAY FROM accounts WHERE email = @email", new { email });
        await using var shopping = await SignedInAsync(email);

        await shopping.Page.GetByRole(AriaRole.Button, new() { Name = "기기 지우기" }).ClickAsync();

        await Shopping.SaysAsync(shopping.Page.Locator("main"), "등록된 기기가 없어요.");
        await shopping.Page.ReloadAsync();
        await Shopping.SaysAsync(shopping.Page.Locator("main"), "등록된 기기가 없어요.");
    }

    private async Task<Shopping> SignedInAsync(string email)
    {
        var shopping = await Shopping.OpenAsync(shop, "/sign-in");
        await shopping.SignInAsync(email);
        await shopping.GoAsync("/account");
        return shopping;
    }

    /// <summary>A code as the mail would hold it.</summary>
    private async Task<string> MailAsync(string email, string purpose)
    {
        var code = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(code)));
        await shop.ChangeAsync(
            "INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at) SELECT @hash, id, @purpose, generation, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR FROM accounts WHERE email = @email",
            new { hash, purpose, email });
        return code;
    }
}
