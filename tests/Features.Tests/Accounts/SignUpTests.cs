using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

public sealed class SignUpTests(Shop shop)
{
    [Fact]
    public async Task A_new_account_can_sign_in_and_buy()
    {
        var newcomer = await shop.NewcomerAsync();
        var game = shop.NextGame();

        Assert.True(newcomer.Id >= 10_000_000);
        Assert.Equal(HttpStatusCode.Created, (await newcomer.HoldAsync(shop.Replicas[1], game, Shop.Grade(game), 1)).Status);
        Assert.Equal("새 팬", await shop.QueryAsync<string>("SELECT nickname FROM accounts WHERE id = @Id", new { newcomer.Id }));
    }

    [Fact]
    public async Task Of_fifty_concurrent_sign_ups_with_one_e_mail_one_succeeds()
    {
        var email = Newcomers.NewEmail();

        var answers = await Together.RunAsync(50, caller => Until.NotBusyAsync(() =>
            shop.Replicas[caller % 2].SignUpAsync(caller % 4 < 2 ? email : email.ToUpperInvariant(), nickname: $"fan {caller}")));

        Assert.Equal(1, answers.Count(answer => answer.Status == HttpStatusCode.Created));
        Assert.Equal(49, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "email-taken" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM accounts WHERE email = @email", new { email }));
        Assert.Equal(1, await MailsWantedAsync(email) + await MailsWantedAsync(email.ToUpperInvariant()));
    }

    [Theory]
    [InlineData("fan1@dugout.test")]
    [InlineData("FAN1@dugout.test")]
    [InlineData("fán1@dugout.test")]
    public async Task An_e_mail_is_taken_in_any_spelling(string email)
    {
        var refused = await shop.Http.SignUpAsync(email);

        Assert.Equal((HttpStatusCode.Conflict, "email-taken"), (refused.Status, refused.Code));
    }

    [Theory]
    [InlineData("", Newcomers.Password, "x", "email")]
    [InlineData("no-address", Newcomers.Password, "x", "email")]
    [InlineData("@dugout.test", Newcomers.Password, "x", "email")]
    [InlineData("a@b@dugout.test", Newcomers.Password, "x", "email")]
    [InlineData("a b@dugout.test", Newcomers.Password, "x", "email")]
    [InlineData("a@dugout.test\r\nBcc: b@dugout.test", Newcomers.Password, "x", "email")]
    [InlineData("new@dugout.test", "seven77", "x", "password")]
    [InlineData("new@dugout.test", Newcomers.Password, "", "nickname")]
    [InlineData("new@dugout.test", Newcomers.Password, " x", "nickname")]
    [InlineData("new@dugout.test", Newcomers.Password, "a\nb", "nickname")]
    [InlineData("new@dugout.test", Newcomers.Password, "twenty-one-characters", "nickname")]
    public async Task Invalid_input_is_rejected_with_its_field(string email, string password, string nickname, string field)
    {
        var refused = await shop.Http.SignUpAsync(email, password, nickname);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    [Fact]
    public async Task An_account_cannot_make_itself_an_operator()
    {
        var refused = await shop.Http.SendAnonymouslyAsync(
            HttpMethod.Post, "/api/accounts", new { email = Newcomers.NewEmail(), password = Newcomers.Password, nickname = "x", isAdmin = true });

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task Sign_ups_per_address_and_minute_are_limited_also_when_concurrent()
    {
        await using var replica = shop.Replica(("Attempts:RequestsOfAnAddress", "3"));
        using var http = replica.CreateClient();
        var address = $"2001:db8:{Dice.Shared.Next(0x1_0000):x}:{Dice.Shared.Next(0x1_0000):x}";

        // Of IPv6 the network counts: who has one has all its addresses.
        var answers = await Together.RunAsync(10, caller => http.SendAnonymouslyAsync(
            HttpMethod.Post, "/api/accounts", new { email = Newcomers.NewEmail(), password = Newcomers.Password, nickname = "x" }, $"{address}::{caller + 1:x}"));

        Assert.Equal(3, answers.Count(answer => answer.Status == HttpStatusCode.Created));
        Assert.Equal(7, answers.Count(answer => answer is { Status: HttpStatusCode.TooManyRequests, Code: "too-many-attempts", Headers.RetryAfter: not null }));
    }

    private Task<long> MailsWantedAsync(string email) => shop.QueryAsync<long>(
        "SELECT COUNT(*) FROM outbox WHERE topic = 'mail-wanted' AND body LIKE CONCAT('%\"', @email, '\"%') COLLATE utf8mb4_bin", new { email });
}
