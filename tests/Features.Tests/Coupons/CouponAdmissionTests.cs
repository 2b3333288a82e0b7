using System.Data;
using System.Globalization;
using System.Net;
using Dapper;
using Dugout.Features.Tests.Platform;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>What Redis knows of who has a coupon, and what happens when it doesn't.</summary>
public sealed class CouponAdmissionTests(Shop shop)
{
    [Fact]
    public async Task A_claim_after_the_last_coupon_sends_no_query_to_the_primary()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(50);
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(fans[0], http, "first")).Status);
        primary.TakeSent();

        var late = await Together.RunAsync(49, caller => stand.ClaimAsync(fans[caller + 1], http));
        var again = await stand.ClaimAsync(fans[0], http, "second");

        Assert.All(late, answer => Assert.Equal((HttpStatusCode.Conflict, "sold-out"), (answer.Status, answer.Code)));
        Assert.Equal("already-claimed", again.Code);
        Assert.Empty(Wire.Texts(primary));
    }

    /// <summary>Two hundred late callers after the data loss: the primary is read once for all of them, on any replica.</summary>
    [Fact]
    public async Task A_lost_campaign_is_read_from_the_primary_once()
    {
        await using var primary = shop.BeforePrimary();
        await using var one = shop.AgelessReplica([.. shop.Through(primary)]);
        await using var two = shop.AgelessReplica([.. shop.Through(primary)]);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(22);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        // Both replicas know the campaign.
        foreach (var (replica, fan) in replicas.Zip(fans))
            await stand.ClaimAsync(fan, replica);
        await stand.ForgetAsync();
        primary.TakeSent();

        var answers = await Together.RunAsync(200, caller => stand.ClaimAsync(fans[2 + (caller % 20)], replicas[caller % 2]));

        Assert.All(answers, answer => Assert.Equal("sold-out", answer.Code));
        Assert.Contains("FROM `coupons`", Assert.Single(Wire.Texts(primary)), StringComparison.Ordinal);
    }

    /// <summary>More than one page of them is known again.</summary>
    [Fact]
    public async Task All_accounts_with_a_coupon_are_loaded_again_however_many_there_are()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await CouponStand.OpenAsync(shop, stock: 5_003);
        await shop.ChangeAsync(
            """
            UPDATE coupon_campaigns SET issued = 5001 WHERE id = @Id;
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at)
            SELECT -@Id * 10000 - number, @Id, 50000000 + number, UTC_TIMESTAMP(6) FROM (SELECT 1 + a.n + 100 * b.n AS number FROM
                (SELECT 10 * x.n + y.n AS n FROM digits x JOIN digits y) a JOIN (SELECT 10 * x.n + y.n AS n FROM digits x JOIN digits y) b) numbers WHERE number <= 5001
            """.Replace("digits", "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)", StringComparison.Ordinal),
            new { stand.Id });

        foreach (var fan in fans)
            Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(fan)).Status);

        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        Assert.Equal(5_003 + 1, await redis.GetDatabase().HashLengthAsync(stand.ClaimedKey));
        Assert.Equal("sold-out", (await stand.ClaimAsync(await shop.NextFanAsync())).Code);
    }

    /// <summary>The claim waits for a lock in vain: nothing happened, and the coupon set aside for it is available again.</summary>
    [Fact]
    public async Task A_failed_claim_returns_its_coupon()
    {
        await using var replica = shop.AgelessReplica(("Coupons:ClaimSeconds", "600"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        await stand.ClaimAsync(fans[0], http);
        await using var blocker = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await blocker.OpenAsync(TestContext.Current.CancellationToken);
        await using (var block = await blocker.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken))
        {
            await blocker.ExecuteAsync("SELECT issued FROM coupon_campaigns WHERE id = @Id FOR UPDATE", new { stand.Id }, block);
            Assert.Equal(HttpStatusCode.ServiceUnavailable, (await stand.ClaimAsync(fans[1], http)).Status);
            await block.RollbackAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[2], http)).Status);
        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[1], http)).Code);
        await stand.AssertRowsAsync(2);
    }

    /// <summary>A process died between Redis and its response, with or without a coupon row.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_reservation_of_a_claim_with_unknown_outcome_is_resolved_on_the_primary(bool isWritten)
    {
        var fans = await shop.NextFansAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        await stand.ClaimAsync(fans[0]);
        if (isWritten)
            await stand.ClaimUnseenAsync(fans[1]);
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        var deadline = DateTimeOffset.UtcNow.AddSeconds(-1).ToUnixTimeMilliseconds() * 1_000d;
        await redis.GetDatabase().SortedSetAddAsync(stand.ClaimingKey, fans[1].Id, deadline);

        var next = await stand.ClaimAsync(fans[2], shop.Replicas[1]);

        Assert.Equal(isWritten ? "sold-out" : null, next.Code);
        Assert.Equal(isWritten ? "already-claimed" : "sold-out", (await stand.ClaimAsync(fans[1])).Code);
        await stand.AssertRowsAsync(2);
    }

    /// <summary>Redis loses who has one between a claim's commit and its word, and reads it from the primary: then it knows of that claim by two ways.</summary>
    [Fact]
    public async Task A_committed_claim_without_confirmation_counts_once()
    {
        var fans = await shop.NextFansAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 3);
        await stand.ClaimAsync(fans[0]);
        await stand.ClaimUnseenAsync(fans[1]);
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        await redis.GetDatabase().SortedSetAddAsync(stand.ClaimingKey, fans[1].Id, DateTimeOffset.UtcNow.AddMinutes(5).ToUnixTimeMilliseconds() * 1_000d);
        await stand.ForgetAsync(stand.ClaimedKey);

        Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(fans[2])).Status);
        await stand.AssertRowsAsync(3);
    }

    /// <summary>A coupon set aside for a fan is not issued to others meanwhile, and the fan's repeat is not rejected.</summary>
    [Fact]
    public async Task A_coupon_reserved_for_a_claim_belongs_to_it_until_its_lifetime_ends()
    {
        var fans = await shop.NextFansAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        await stand.ClaimAsync(fans[0]);
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        var deadline = DateTimeOffset.UtcNow.AddMinutes(5).ToUnixTimeMilliseconds() * 1_000d;
        await redis.GetDatabase().SortedSetAddAsync(stand.ClaimingKey, fans[1].Id, deadline + int.Parse(MarkOf("mine"), CultureInfo.InvariantCulture));

        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[2])).Code);
        Assert.Equal("already-claimed", (await stand.ClaimAsync(fans[1], "another")).Code);
        Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(fans[1], "mine")).Status);
    }

    /// <summary>One more claim is admitted than coupons are left: the primary rejects it, and corrects the admission check.</summary>
    [Fact]
    public async Task A_claim_missing_in_Redis_is_found_by_the_next_claim_and_then_cached()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(5);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        await stand.ClaimAsync(fans[0], http);
        await stand.ClaimUnseenAsync(fans[1]);

        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[2], http)).Code);
        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[3], http)).Code);
        primary.TakeSent();
        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[4], http)).Code);
        Assert.Empty(Wire.Texts(primary));
        Assert.Equal("already-claimed", (await stand.ClaimAsync(fans[1], http)).Code);
        await stand.AssertRowsAsync(2);
    }

    /// <summary>It accepts requests and does not respond, which is worse than being unavailable: the primary decides alone, and in time.</summary>
    [Fact]
    public async Task With_a_frozen_Redis_the_primary_decides_alone()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.AgelessReplica([.. shop.Through(redis: redis), ("Redis:DeadlineMilliseconds", "1000"), ("Redis:BreakMilliseconds", "500")]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(4);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[0], http)).Status);

        redis.Freeze();
        var won = await stand.InsistAsync(fans[1], http, "while-frozen");
        var again = await stand.InsistAsync(fans[1], http, "another");
        var repeat = await stand.InsistAsync(fans[1], http, "while-frozen");
        var late = await stand.InsistAsync(fans[2], http);
        redis.Thaw();

        Assert.Equal(HttpStatusCode.Created, won.Status);
        Assert.Equal(("already-claimed", "sold-out", won.Body), (again.Code, late.Code, repeat.Body));
        Assert.Equal("sold-out", (await stand.InsistAsync(fans[3], http)).Code);
        await stand.AssertRowsAsync(2);
    }

    /// <summary>As the shop marks a key in Redis.</summary>
    private static string MarkOf(string key) => new Features.Coupons.CouponRequest(null!, 0, key, Closed: null).Mark;
}
