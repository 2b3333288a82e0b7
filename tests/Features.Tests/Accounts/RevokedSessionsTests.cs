using System.Diagnostics;
using System.Net;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>What ends a session, and that it has ended everywhere soon. Probed repeatedly with a token, as a thief of it would.</summary>
public sealed class RevokedSessionsTests(Shop shop)
{
    private static readonly TimeSpan Goal = TimeSpan.FromSeconds(5);

    [Fact]
    public async Task Sign_out_revokes_only_this_session_here_at_once_and_elsewhere_within_five_seconds()
    {
        var fan = await shop.NextFanAsync();
        var other = await shop.SessionAsync(fan.Id, fan.Email, Shop.FanPassword);
        Assert.Equal(HttpStatusCode.OK, (await fan.PollAsync(shop.Replicas[1])).Status);

        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Replicas[0], "/api/sessions/current")).Status);

        await OutAsync(fan, shop.Replicas[0], atOnce: true);
        await OutAsync(fan, shop.Replicas[1]);
        foreach (var replica in shop.Replicas)
            Assert.Equal(HttpStatusCode.OK, (await other.PollAsync(replica)).Status);
    }

    [Fact]
    public async Task Concurrent_sign_outs_all_succeed()
    {
        var fan = await shop.NextFanAsync();

        var answers = await Together.RunAsync(10, caller => fan.DeleteAsync(shop.Replicas[caller % 2], "/api/sessions/current"));

        Assert.All(answers, answer => Assert.True(answer is { Status: HttpStatusCode.NoContent } or { Code: "not-signed-in" }, answer.Body));
        Assert.Contains(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM revoked_sessions WHERE account_id = @Id", new { fan.Id }));
    }

    [Fact]
    public async Task A_new_password_ends_all_sessions()
    {
        var fan = await shop.NewcomerAsync();
        var other = await shop.SessionAsync(fan.Id, fan.Email, Newcomers.Password, shop.Replicas[1]);

        var wrong = await ChangeAsync(fan, shop.Replicas[0], "not-this-one", "long-enough-2");
        var changed = await ChangeAsync(fan, shop.Replicas[0], Newcomers.Password, "long-enough-2");

        Assert.Equal((HttpStatusCode.Unauthorized, "bad-credentials"), (wrong.Status, wrong.Code));
        Assert.Equal(HttpStatusCode.NoContent, changed.Status);
        foreach (var session in (Fan[])[fan, other])
        {
            await OutAsync(session, shop.Replicas[0], atOnce: true);
            await OutAsync(session, shop.Replicas[1]);
        }

        Assert.Equal("bad-credentials", (await shop.Http.SignInAsync(fan.Email, Newcomers.Password)).Code);
        var again = await shop.SessionAsync(fan.Id, fan.Email, "long-enough-2");
        foreach (var replica in shop.Replicas)
            Assert.Equal(HttpStatusCode.OK, (await again.PollAsync(replica)).Status);
    }

    [Fact]
    public async Task Of_twenty_concurrent_new_passwords_one_is_stored()
    {
        var fan = await shop.NewcomerAsync();

        var answers = await Together.RunAsync(20, caller => Until.NotBusyAsync(() =>
            ChangeAsync(fan, shop.Replicas[caller % 2], Newcomers.Password, $"long-enough-{100 + caller}")));

        Assert.Equal(1, answers.Count(answer => answer.Status == HttpStatusCode.NoContent));
        Assert.Equal(19, answers.Count(answer => answer is { Status: HttpStatusCode.Unauthorized, Code: "bad-credentials" or "not-signed-in" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT generation FROM accounts WHERE id = @Id", new { fan.Id }));
        var winner = Array.FindIndex(answers, answer => answer.Status == HttpStatusCode.NoContent);
        await shop.SessionAsync(fan.Id, fan.Email, $"long-enough-{100 + winner}");
    }

    /// <summary>Their replicas make hashes anew, so the new password also has to stand against a sign-in that is about to write the old one's.</summary>
    [Fact]
    public async Task A_sign_in_during_a_password_change_has_a_revoked_session_or_used_the_new_password()
    {
        await using var replicas = new TwoReplicas(shop, ("Accounts:HashRounds", "5000"));
        for (var turn = 0; turn < 5; turn++)
        {
            var fan = await shop.NewcomerAsync();
            var next = $"long-enough-{turn + 2}";

            var answers = await Together.RunAsync(9, async caller => caller == 0
                ? await ChangeAsync(fan, replicas.Http[0], Newcomers.Password, next)
                : await replicas.Http[caller % 2].SignInAsync(fan.Email, Newcomers.Password));

            Assert.Equal(HttpStatusCode.NoContent, answers[0].Status);
            Assert.Equal("bad-credentials", (await replicas.Http[0].SignInAsync(fan.Email, Newcomers.Password)).Code);
            await shop.SessionAsync(fan.Id, fan.Email, next);
            foreach (var session in answers[1..].Where(answer => answer.Status == HttpStatusCode.OK))
            {
                foreach (var replica in replicas.Http)
                    await OutAsync(fan with { Token = session.Json.GetProperty("accessToken").GetString()! }, replica);
            }
        }
    }

    [Fact]
    public async Task Revoked_sessions_stay_revoked_on_a_replica_that_starts_later_and_without_Redis()
    {
        var (out1, out2) = (await shop.NextFanAsync(), await shop.NewcomerAsync());
        await using (var deaf = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9")))
        {
            using var http = deaf.CreateClient();
            Assert.Equal(HttpStatusCode.NoContent, (await out1.DeleteAsync(http, "/api/sessions/current")).Status);
            Assert.Equal(HttpStatusCode.NoContent, (await ChangeAsync(out2, http, Newcomers.Password, "long-enough-2")).Status);
        }

        await using var later = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var fresh = later.CreateClient();
        await OutAsync(out1, fresh, atOnce: true);
        await OutAsync(out2, fresh, atOnce: true);
        Assert.Equal(HttpStatusCode.OK, (await (await shop.NextFanAsync()).PollAsync(fresh)).Status);
    }

    [Fact]
    public async Task Without_the_primary_a_stale_revocation_cache_accepts_no_token_but_public_reads_work()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.Replica([
            .. shop.Through(primary), ("Sessions:PollMilliseconds", "50"), ("Sessions:TrustMilliseconds", "1000"), ("Database:ConnectSeconds", "1"), ("Database:CommandSeconds", "1")]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        Assert.Equal(HttpStatusCode.OK, (await MineAsync()).Status);

        primary.Suffer(LinkFault.Reset);
        var since = Stopwatch.StartNew();
        var refused = await MineAsync();
        while (refused.Status == HttpStatusCode.OK && since.Elapsed < 10 * Goal)
            refused = await MineAsync();

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
        Assert.InRange(since.Elapsed, TimeSpan.Zero, 10 * Goal);
        Assert.Equal(HttpStatusCode.OK, (await fan.GetAsync(http, "/api/teams")).Status);
        primary.Suffer(LinkFault.None);
        await Until.TrueAsync(MineAsync, answer => answer.Status == HttpStatusCode.OK);

        // All requests of a signed-in fan that do not need the primary.
        Task<Answer> MineAsync() => fan.GetAsync(http, "/api/feed/mine");
    }

    [Fact]
    public async Task A_banned_fan_cannot_sign_in_until_the_ban_is_lifted()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NewcomerAsync();
        var ban = $"/api/admin/accounts/{fan.Id}/ban";

        Assert.Equal(HttpStatusCode.NoContent, (await by.PutAsync(shop.Replicas[0], ban, new { reason = "암표" })).Status);

        await OutAsync(fan, shop.Replicas[0], atOnce: true);
        await OutAsync(fan, shop.Replicas[1]);
        var refused = await shop.Replicas[1].SignInAsync(fan.Email, Newcomers.Password);
        Assert.Equal((HttpStatusCode.Forbidden, "account-banned"), (refused.Status, refused.Code));
        Assert.Equal("bad-credentials", (await shop.Replicas[1].SignInAsync(fan.Email, "wrong")).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await by.DeleteAsync(shop.Replicas[0], ban)).Status);
        await OutAsync(fan, shop.Replicas[0], atOnce: true);
        await shop.SessionAsync(fan.Id, fan.Email, Newcomers.Password, shop.Replicas[1]);
        Assert.Equal(2, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id AND act IN ('ban-fan', 'lift-ban')", new { by.Id }));
    }

    [Fact]
    public async Task Operators_and_unknown_accounts_cannot_be_banned_and_a_ban_needs_a_reason()
    {
        var (by, colleague) = (await shop.NextOperatorAsync(), await shop.NextOperatorAsync());

        Assert.Equal("not-allowed", (await by.PutAsync(shop.Http, $"/api/admin/accounts/{colleague.Id}/ban", new { reason = "x" })).Code);
        Assert.Equal("no-such-fan", (await by.PutAsync(shop.Http, "/api/admin/accounts/8999999/ban", new { reason = "x" })).Code);
        Assert.Equal("invalid", (await by.PutAsync(shop.Http, "/api/admin/accounts/8999999/ban", new { reason = " " })).Code);
        Assert.Equal("no-such-fan", (await by.DeleteAsync(shop.Http, "/api/admin/accounts/8999999/ban")).Code);
    }

    [Theory]
    [InlineData("""{"current":"","next":"long-enough-2"}""", "current")]
    [InlineData("""{"current":"x","next":"seven77"}""", "next")]
    [InlineData("""{"current":"x"}""", "next")]
    [InlineData("""{"current":"x","next":"long-enough-2","accountId":1}""", "accountId")]
    public async Task An_invalid_password_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, null, "application/json");

        var refused = await fan.SendAsync(shop.Http, HttpMethod.Put, "/api/accounts/me/password", content);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    private static Task<Answer> ChangeAsync(Fan fan, HttpClient replica, string current, string next) => fan.PutAsync(replica, "/api/accounts/me/password", new { current, next });

    /// <summary>Polls until the session has ended there.</summary>
    private static async Task OutAsync(Fan fan, HttpClient replica, bool atOnce = false)
    {
        var since = Stopwatch.StartNew();
        var answer = await fan.PollAsync(replica);
        while (!atOnce && answer.Status == HttpStatusCode.OK && since.Elapsed < 10 * Goal)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
            answer = await fan.PollAsync(replica);
        }

        if (since.Elapsed > TimeSpan.FromMilliseconds(20))
            TestContext.Current.SendDiagnosticMessage($"Out after {since.ElapsedMilliseconds} ms, the goal is {Goal.TotalMilliseconds}.");
        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (answer.Status, answer.Code));
    }
}
