using System.Net;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

public sealed class ClaimCouponTests(Shop shop)
{
    private const string Nowhere = "Server=127.0.0.1;Port=9;User ID=app;Password=x;Database=dugout";

    [Fact]
    public async Task A_claimed_coupon_is_visible_at_once_on_every_replica()
    {
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 3);

        var claimed = await stand.ClaimAsync(fan, shop.Replicas[1]);

        Assert.Equal(HttpStatusCode.Created, claimed.Status);
        Assert.Equal((stand.Id, CouponStand.Discount, CouponStand.Minimum), (claimed.Number("campaignId"), claimed.Number("discount"), claimed.Number("minimum")));
        Assert.Equal(["couponId", "campaignId", "discount", "minimum", "validUntil"], claimed.Json.EnumerateObject().Select(member => member.Name));
        Assert.InRange(claimed.Number("couponId"), 1, (1L << 53) - 1);
        foreach (var replica in shop.Replicas)
        {
            var mine = Assert.Single((await fan.GetAsync(replica, "/api/coupons")).Json.GetProperty("items").EnumerateArray());
            Assert.Equal(claimed.Number("couponId"), mine.GetProperty("couponId").GetInt64());
            Assert.Equal(claimed.Json.GetProperty("validUntil").GetString(), mine.GetProperty("validUntil").GetString());
            Assert.Equal(JsonValueKind.Null, mine.GetProperty("usedByOrder").ValueKind);
            Assert.Equal(2, (await replica.GetAnswerAsync(stand.Path)).Number("remaining"));
        }
    }

    [Fact]
    public async Task A_repeat_gets_the_same_bytes_also_when_the_campaign_is_sold_out_and_over()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        var first = await stand.ClaimAsync(fans[0], "key-1");
        Assert.Equal("sold-out", (await stand.ClaimAsync(fans[1])).Code);

        await AssertRepeatedAsync();
        await stand.ForgetAsync();
        await AssertRepeatedAsync();
        await shop.ChangeAsync("UPDATE coupon_campaigns SET ends_at = UTC_TIMESTAMP(6) WHERE id = @Id", new { stand.Id });
        await AssertRepeatedAsync();
        await Until.TrueAsync(() => stand.ClaimAsync(fans[1]), refused => refused.Code == "campaign-over");
        await AssertRepeatedAsync();
        await stand.ForgetAsync();
        await AssertRepeatedAsync();
        await stand.AssertRowsAsync(1);

        async Task AssertRepeatedAsync()
        {
            foreach (var replica in shop.Replicas)
            {
                var again = await stand.ClaimAsync(fans[0], replica, "key-1");
                Assert.Equal((first.Status, first.Body), (again.Status, again.Body));
            }
        }
    }

    [Fact]
    public async Task A_second_claim_and_a_claim_after_the_last_coupon_get_their_own_errors()
    {
        var fans = await shop.NextFansAsync(2);
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        await stand.ClaimAsync(fans[0]);

        foreach (var replica in shop.Replicas)
        {
            AssertRefused("already-claimed", await stand.ClaimAsync(fans[0], replica));
            AssertRefused("sold-out", await stand.ClaimAsync(fans[1], replica));
        }
    }

    [Theory]
    [InlineData(1, 2, "campaign-not-begun")]
    [InlineData(-2, -1, "campaign-over")]
    public async Task A_campaign_gives_no_coupon_outside_its_time(int startsInHours, int endsInHours, string code)
    {
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 10, startsInHours, endsInHours);

        AssertRefused(code, await stand.ClaimAsync(fan));

        await stand.AssertRowsAsync(0);
    }

    /// <summary>A replica's knowledge of a campaign may be old and its clock may be off; the condition is in the statement.</summary>
    [Theory]
    [InlineData("gate-and-counter", "ends_at = UTC_TIMESTAMP(6)", "campaign-over")]
    [InlineData("conditional-counter", "ends_at = UTC_TIMESTAMP(6)", "campaign-over")]
    [InlineData("row-a-unit", "ends_at = UTC_TIMESTAMP(6)", "campaign-over")]
    [InlineData("gate-and-counter", "starts_at = UTC_TIMESTAMP(6) + INTERVAL 1 MINUTE", "campaign-not-begun")]
    public async Task Whether_a_campaign_runs_is_decided_by_the_primary(string way, string change, string code)
    {
        await using var replica = shop.AgelessReplica(("Coupons:Claim", way));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var stand = await CouponStand.OpenAsync(shop, stock: 10);
        Assert.Equal(HttpStatusCode.Created, (await stand.ClaimAsync(fans[0], http)).Status);
        await shop.ChangeAsync($"UPDATE coupon_campaigns SET {change} WHERE id = @Id", new { stand.Id });

        AssertRefused(code, await stand.ClaimAsync(fans[1], http));

        await stand.AssertRowsAsync(1);
    }

    [Fact]
    public async Task An_unknown_campaign_is_not_found()
    {
        var fan = await shop.NextFanAsync();

        foreach (var id in (long[])[0, -1, 999_999_999_999])
        {
            var refused = await new CouponStand(shop, id).ClaimAsync(fan);
            Assert.Equal((HttpStatusCode.NotFound, "no-such-campaign"), (refused.Status, refused.Code));
        }
    }

    [Fact]
    public async Task A_claim_needs_an_idempotency_key_that_no_other_request_used()
    {
        var fan = await shop.NextFanAsync();
        var (one, other) = (await CouponStand.OpenAsync(shop, stock: 1), await CouponStand.OpenAsync(shop, stock: 1));
        await one.ClaimAsync(fan, "used");

        var keyless = await fan.SendAsync(shop.Http, HttpMethod.Post, $"{other.Path}/coupons");
        var reused = await other.ClaimAsync(fan, "used");

        Assert.Equal((HttpStatusCode.BadRequest, "idempotency-key-missing"), (keyless.Status, keyless.Code));
        Assert.Equal((HttpStatusCode.UnprocessableEntity, "idempotency-key-reused"), (reused.Status, reused.Code));
        Assert.Equal(HttpStatusCode.Created, (await other.ClaimAsync(fan)).Status);
    }

    /// <summary>Rejections are 4xx and faults 5xx.</summary>
    [Fact]
    public async Task Without_the_primary_claims_return_busy()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Nowhere));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 1);

        foreach (var answer in (Answer[])[await stand.ClaimAsync(fan, http), await fan.GetAsync(http, "/api/coupons"), await http.GetAnswerAsync(stand.Path)])
            Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (answer.Status, answer.Code));
    }

    [Theory]
    [InlineData(LinkFault.Reset)]
    [InlineData(LinkFault.BlackHole)]
    public async Task When_the_primary_stops_during_a_claim_the_outcome_is_unknown_and_its_repeat_resolves_it(LinkFault fault)
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Limits:DeadlineMilliseconds", "3000"), ("Database:ConnectSeconds", "2")]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var stand = await CouponStand.OpenAsync(shop, stock: 2);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[0], http)).Status);

        primary.Suffer(fault);
        var lost = await stand.ClaimAsync(fans[1], http, "unknown");
        primary.Suffer(LinkFault.None);

        Assert.InRange((int)lost.Status, 500, 599);
        Assert.Equal(HttpStatusCode.Created, (await stand.InsistAsync(fans[1], http, "unknown")).Status);
        await stand.AssertRowsAsync(2);
    }

    private static void AssertRefused(string code, Answer refused) => Assert.Equal((HttpStatusCode.Conflict, code), (refused.Status, refused.Code));
}
