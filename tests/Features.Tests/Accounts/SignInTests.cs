using System.Net;
using System.Net.Http.Headers;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

public sealed class SignInTests(Shop shop)
{
    [Fact]
    public async Task A_token_from_one_replica_is_valid_at_the_other()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var answer = await fan.HoldAsync(shop.Replicas[1], game, Shop.Grade(game), 1);

        Assert.Equal(HttpStatusCode.Created, answer.Status);
    }

    [Fact]
    public async Task A_response_names_the_account_and_when_the_token_expires()
    {
        var answer = await shop.Http.SignInAsync("FAN1500@dugout.test", Shop.FanPassword);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal("fan1500", answer.Json.GetProperty("account").GetProperty("nickname").GetString());
        Assert.True(answer.Json.GetProperty("expiresAt").GetDateTime() > DateTime.UtcNow.AddMinutes(100));
    }

    [Theory]
    [InlineData("fan1501@dugout.test", "wrong")]
    [InlineData("unknown@dugout.test", Shop.FanPassword)]
    public async Task An_unknown_fan_and_a_wrong_password_get_equal_errors(string email, string password)
    {
        var answer = await shop.Http.SignInAsync(email, password);

        Assert.Equal((HttpStatusCode.Unauthorized, "bad-credentials"), (answer.Status, answer.Code));
    }

    [Fact]
    public async Task After_too_many_failures_even_the_right_password_has_to_wait()
    {
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", "3"));
        using var http = replica.CreateClient();
        const string Email = "fan1502@dugout.test";
        for (var i = 0; i < 3; i++)
            Assert.Equal("bad-credentials", (await http.SignInAsync(Email, "wrong")).Code);

        var answer = await http.SignInAsync(Email, Shop.FanPassword);

        Assert.Equal((HttpStatusCode.TooManyRequests, "too-many-attempts"), (answer.Status, answer.Code));
        Assert.InRange(answer.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 1, 60);
        // The database takes these for the same e-mail, so the count must, too.
        Assert.Equal("too-many-attempts", (await http.SignInAsync("FAN1502@dugout.test ", Shop.FanPassword)).Code);
        Assert.Equal("too-many-attempts", (await http.SignInAsync("fán1502@dugout.test", Shop.FanPassword)).Code);
    }

    [Fact]
    public async Task Sign_ins_above_the_concurrency_limit_get_Retry_After()
    {
        await using var replica = shop.Replica(("Accounts:HashWaitMilliseconds", "0"), ("Accounts:HashRounds", "100000"));
        using var http = replica.CreateClient();

        var answers = await Together.RunAsync(40, _ => http.SignInAsync("fan1503@dugout.test", Shop.FanPassword));

        Assert.All(answers, answer => Assert.True(
            answer is { Status: HttpStatusCode.OK } or { Status: HttpStatusCode.ServiceUnavailable, Code: "sign-in-busy", Headers.RetryAfter: not null }, answer.Body));
        Assert.Contains(answers, answer => answer.Status == HttpStatusCode.OK);
        Assert.Contains(answers, answer => answer.Code == "sign-in-busy");
    }

    [Fact]
    public async Task Failures_count_by_case_insensitive_e_mail_and_by_address()
    {
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", "2"));
        using var http = replica.CreateClient();
        await http.SignInAsync("fan1504@dugout.test", "wrong", "203.0.113.1");
        await http.SignInAsync("FAN1504@dugout.test", "wrong", "203.0.113.1");

        Assert.Equal("too-many-attempts", (await http.SignInAsync("fan1504@dugout.test", Shop.FanPassword, "203.0.113.1")).Code);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync("fan1504@dugout.test", Shop.FanPassword, "203.0.113.2")).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync("fan1505@dugout.test", Shop.FanPassword, "203.0.113.1")).Status);
    }

    [Fact]
    public async Task Only_failures_in_a_row_count()
    {
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", "2"));
        using var http = replica.CreateClient();

        foreach (var password in (string[])["wrong", Shop.FanPassword, "wrong", Shop.FanPassword])
            Assert.NotEqual("too-many-attempts", (await http.SignInAsync("fan1506@dugout.test", password)).Code);
    }

    [Fact]
    public async Task The_throttle_pause_ends()
    {
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", "1"), ("Accounts:PauseSeconds", "1"));
        using var http = replica.CreateClient();
        await http.SignInAsync("fan1507@dugout.test", "wrong");

        var deadline = DateTime.UtcNow.AddSeconds(60);
        Answer answer;
        do
            answer = await http.SignInAsync("fan1507@dugout.test", Shop.FanPassword);
        while (answer.Code == "too-many-attempts" && DateTime.UtcNow < deadline);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
    }

    [Fact]
    public async Task A_token_expires()
    {
        await using var replica = shop.Replica();
        await using var early = replica.By(new MovedClock { Ahead = -TimeSpan.FromHours(3) });
        using var http = early.CreateClient();
        var token = (await http.SignInAsync("fan1508@dugout.test", Shop.FanPassword)).Json.GetProperty("accessToken").GetString()!;

        var refused = await new Fan(shop, 1508, "fan1508@dugout.test", token).HoldAsync(shop.NextGame(), 1);

        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task A_token_expires_also_while_it_is_cached()
    {
        var clock = new MovedClock();
        await using var replica = shop.Replica();
        await using var late = replica.By(clock);
        using var http = late.CreateClient();
        var token = (await http.SignInAsync("fan1509@dugout.test", Shop.FanPassword)).Json.GetProperty("accessToken").GetString()!;
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
        var mine = new Uri("/api/reservations", UriKind.Relative);
        Assert.Equal(HttpStatusCode.OK, (await Answer.ReadAsync(await http.GetAsync(mine))).Status);

        clock.Ahead = TimeSpan.FromHours(3);
        var refused = await Answer.ReadAsync(await http.GetAsync(mine));

        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (refused.Status, refused.Code));
    }

    [Theory]
    [InlineData("""{"email":"","password":"x"}""", "email")]
    [InlineData("""{"email":"fan1@dugout.test","password":""}""", "password")]
    [InlineData("""{"email":"fan1@dugout.test","password":"x","deviceToken":""}""", "deviceToken")]
    [InlineData("""{"password":"x"}""", "email")]
    [InlineData("""{"email":null,"password":"x"}""", "email")]
    [InlineData("""{"email":"fan1@dugout.test","password":"x","isAdmin":true}""", "isAdmin")]
    public async Task A_malformed_request_is_rejected_with_its_field(string body, string field)
    {
        using var content = new StringContent(body, null, "application/json");
        var answer = await Answer.ReadAsync(await shop.Http.PostAsync(new Uri("/api/sessions", UriKind.Relative), content));

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (answer.Status, answer.Code));
        Assert.True(answer.Json.GetProperty("errors").TryGetProperty(field, out _), answer.Body);
    }

    /// <summary>A sign-in writes nothing that may not be written again.</summary>
    [Fact]
    public async Task A_sign_in_whose_reminders_get_no_response_is_busy_and_can_be_repeated()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.Replica([.. shop.Through(primary), ("Limits:DeadlineMilliseconds", "2000")]);
        using var http = replica.CreateClient();
        await Until.TrueAsync(() => SignInAsync(), answer => answer.Status == HttpStatusCode.OK);
        var sent = primary.SufferFrom(text => text.AsSpan().IndexOf("INSERT INTO notices"u8) >= 0, LinkFault.BlackHole);

        var unknown = await SignInAsync();

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (unknown.Status, unknown.Code));
        await sent;
        primary.Suffer(LinkFault.None);
        await Until.TrueAsync(() => SignInAsync(), answer => answer.Status == HttpStatusCode.OK);

        Task<Answer> SignInAsync() => http.SignInAsync(Fan.EmailOf(1510), Shop.FanPassword);
    }
}
