using System.Net;
using Dugout.Features.Accounts;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>How often strangers may try, and that they keep no fan out by it.</summary>
public sealed class SignInLimitsTests(Shop shop)
{
    [Fact]
    public async Task Of_concurrent_wrong_passwords_exactly_the_limit_is_checked()
    {
        await using var replicas = new TwoReplicas(shop, ("Accounts:FailuresBeforePause", "5"));
        var (_, email) = shop.NextAccount();

        var answers = await Together.RunAsync(40, caller => replicas.Http[caller % 2].SignInAsync(email, "wrong"));

        Assert.Equal(5, answers.Count(answer => answer is { Status: HttpStatusCode.Unauthorized, Code: "bad-credentials" }));
        Assert.Equal(35, answers.Count(answer => answer is { Status: HttpStatusCode.TooManyRequests, Code: "too-many-attempts", Headers.RetryAfter: not null }));
        Assert.Equal("too-many-attempts", (await replicas.Http[0].SignInAsync(email, Shop.FanPassword)).Code);
    }

    [Fact]
    public async Task Of_wrong_passwords_from_many_addresses_exactly_the_limit_is_checked()
    {
        await using var replicas = new TwoReplicas(shop, ("Attempts:FailuresOfAnAccount", "7"));
        var (_, email) = shop.NextAccount();

        var answers = await Together.RunAsync(40, caller => replicas.Http[caller % 2].SignInAsync(email, "wrong", $"198.51.100.{caller}"));

        Assert.Equal(7, answers.Count(answer => answer.Code == "bad-credentials"));
        Assert.Equal(33, answers.Count(answer => answer.Code == "too-many-attempts"));
    }

    [Fact]
    public async Task Failed_sign_ins_from_unknown_networks_do_not_lock_out_the_fan()
    {
        await using var replica = shop.Replica(("Attempts:FailuresOfAnAccount", "3"));
        using var http = replica.CreateClient();
        var (_, email) = shop.NextAccount();
        const string Home = "203.0.113.20", Elsewhere = "203.0.113.21";
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Home)).Status);
        for (var stranger = 0; stranger < 3; stranger++)
            Assert.Equal("bad-credentials", (await http.SignInAsync(email, "wrong", $"198.51.100.{100 + stranger}")).Code);

        Assert.Equal("too-many-attempts", (await http.SignInAsync(email, "wrong", "198.51.100.110")).Code);
        Assert.Equal("too-many-attempts", (await http.SignInAsync(email, Shop.FanPassword, Elsewhere)).Code);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Home)).Status);
        // And that has broken the row.
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Elsewhere)).Status);
    }

    [Fact]
    public async Task Password_spraying_is_throttled_but_known_networks_at_the_same_address_are_not()
    {
        await using var replica = shop.Replica(("Attempts:FailuresOfAnAddress", "4"));
        using var http = replica.CreateClient();
        const string Shared = "203.0.113.30";
        var (_, email) = shop.NextAccount();
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Shared)).Status);
        for (var account = 0; account < 4; account++)
            Assert.Equal("bad-credentials", (await http.SignInAsync(shop.NextAccount().Email, "wrong", Shared)).Code);

        var (_, next) = shop.NextAccount();
        Assert.Equal("too-many-attempts", (await http.SignInAsync(next, "wrong", Shared)).Code);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(next, Shop.FanPassword, "203.0.113.31")).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Shared)).Status);
    }

    /// <summary>Which isn't waited out: a pause after twenty ends, and so comes the hundredth. From where the fan signs in, too.</summary>
    [Fact]
    public async Task After_a_hundred_failures_in_a_row_only_a_mailed_code_gives_access()
    {
        var most = new AttemptsOptions().FailuresOfAnAccount;
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", $"{most}"), ("Accounts:PauseSeconds", "1"), ("Accounts:HashRounds", "1000"));
        using var http = replica.CreateClient();
        var (id, email) = shop.NextAccount();
        const string Home = "203.0.113.50", Elsewhere = "203.0.113.51";
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, Home)).Status);
        for (var n = 0; n < most; n++)
            Assert.Equal("bad-credentials", (await http.SignInAsync(email, "wrong", Home)).Code);

        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        RedisKey[] shortPauses = [$"dugout:{{sign-ins}}:failed:{Home}:id:{id}", $"dugout:{{sign-ins}}:failed-from:{Home}"];
        await Wait.UntilAsync("the short pauses are over", async () => await redis.GetDatabase().KeyExistsAsync(shortPauses) == 0);
        Assert.Equal("too-many-attempts", (await http.SignInAsync(email, Shop.FanPassword, Home)).Code);
        Assert.Equal("too-many-attempts", (await http.SignInAsync(email, Shop.FanPassword, Elsewhere)).Code);

        const string Code = "0123456789abcdef0123456789abc0de";
        await shop.ChangeAsync(
            "INSERT INTO mailed_codes (code_hash, account_id, purpose, generation, expires_at) SELECT SHA2(@Code, 256), id, 'reset', generation, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR FROM accounts WHERE id = @id",
            new { Code, id });
        Assert.Equal(HttpStatusCode.NoContent, (await http.SendAnonymouslyAsync(HttpMethod.Put, "/api/password-resets", new { code = Code, next = Newcomers.Password }, Elsewhere)).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Newcomers.Password, Elsewhere)).Status);
    }

    /// <summary>An attacker needs no secret: an account's id is in each of its posts.</summary>
    [Fact]
    public async Task A_failure_with_an_id_instead_of_an_e_mail_counts_for_no_account()
    {
        await using var replica = shop.Replica(("Accounts:FailuresBeforePause", "2"), ("Attempts:FailuresOfAnAccount", "2"));
        using var http = replica.CreateClient();
        var (id, email) = shop.NextAccount();
        foreach (var name in (string[])[$"{id}", $"id:{id}"])
        {
            for (var n = 0; n < 2; n++)
                await http.SignInAsync(name, "wrong", "203.0.113.60");
        }

        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(email, Shop.FanPassword, "203.0.113.60")).Status);
    }

    [Fact]
    public async Task Successful_sign_ins_do_not_count_as_failures_of_their_address()
    {
        await using var replica = shop.Replica(("Attempts:FailuresOfAnAddress", "2"), ("Accounts:FailuresBeforePause", "2"));
        using var http = replica.CreateClient();

        for (var n = 0; n < 6; n++)
            Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(shop.NextAccount().Email, Shop.FanPassword, "203.0.113.40")).Status);
    }

    [Fact]
    public async Task Sign_in_works_without_Redis()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"), ("Redis:DeadlineMilliseconds", "200"));
        using var http = replica.CreateClient();

        Assert.Equal(HttpStatusCode.OK, (await http.SignInAsync(shop.NextAccount().Email, Shop.FanPassword)).Status);
    }
}
