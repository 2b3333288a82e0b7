using System.Net;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

/// <summary>A campaign that no other test uses.</summary>
internal sealed record CouponStand(Shop Shop, long Id)
{
    public const int Discount = 3_000;
    public const int Minimum = 20_000;

    private static long _last = 1_000_000;

    /// <summary>Who has a coupon, as Redis knows it.</summary>
    public string ClaimedKey => $"dugout:{{campaign:{Id}}}:claimed";

    /// <summary>Who is claiming one, as Redis knows it.</summary>
    public string ClaimingKey => $"dugout:{{campaign:{Id}}}:claiming";

    public string Path => $"/api/coupon-campaigns/{Id}";

    public static async Task<CouponStand> OpenAsync(Shop shop, int stock, int startsInHours = -1, int endsInHours = 1)
    {
        var id = Interlocked.Increment(ref _last);
        await shop.ChangeAsync(
            """
            INSERT INTO coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock)
            VALUES (@id, '개막 쿠폰', @Discount, @Minimum, UTC_TIMESTAMP(6) + INTERVAL @startsInHours HOUR, UTC_TIMESTAMP(6) + INTERVAL @endsInHours HOUR,
                    UTC_TIMESTAMP(6) + INTERVAL 30 DAY, @stock)
            """, new { id, Discount, Minimum, startsInHours, endsInHours, stock });
        return new(shop, id);
    }

    public Task<Answer> ClaimAsync(Fan fan, string? key = null) => ClaimAsync(fan, Shop.Http, key);

    public Task<Answer> ClaimAsync(Fan fan, HttpClient replica, string? key = null) =>
        fan.SendAsync(replica, HttpMethod.Post, $"{Path}/coupons", key: key ?? Guid.NewGuid().ToString());

    /// <summary>Claims, and again with the same key for as long as the shop is busy or doesn't know.</summary>
    public Task<Answer> InsistAsync(Fan fan, HttpClient replica, string? key = null)
    {
        key ??= Guid.NewGuid().ToString();
        return Until.AnsweredAsync(() => ClaimAsync(fan, replica, key));
    }

    /// <summary>Everybody claims at once, by turns at the replicas.</summary>
    public Task<Answer[]> RushAsync(IReadOnlyList<Fan> fans, int callers, IReadOnlyList<HttpClient> replicas) =>
        Together.RunAsync(callers, caller => InsistAsync(fans[caller], replicas[caller % replicas.Count]));

    /// <summary>Fails unless this many got a coupon, all others were rejected as sold out, and rows and count agree.</summary>
    public async Task AssertGivenAwayAsync(Answer[] answers, int coupons)
    {
        var counts = answers.CountBy(answer => $"{(int)answer.Status} {answer.Code}").ToDictionary();
        Assert.Equal(new Dictionary<string, int> { ["201 "] = coupons, ["409 sold-out"] = answers.Length - coupons }, counts);
        await AssertRowsAsync(coupons);
        var ids = answers.Where(answer => answer.Status == HttpStatusCode.Created).Select(answer => answer.Number("couponId"));
        Assert.Equal(coupons, await Shop.QueryAsync<long>("SELECT COUNT(*) FROM coupons WHERE campaign_id = @Id AND id IN @ids", new { Id, ids }));
    }

    /// <summary>Fails unless there are so many coupons, one a fan, and the campaign counts as many.</summary>
    public async Task AssertRowsAsync(long coupons)
    {
        Assert.Equal(coupons, await Shop.QueryAsync<long>("SELECT COUNT(*) FROM coupons WHERE campaign_id = @Id", new { Id }));
        Assert.Equal(coupons, await Shop.QueryAsync<long>("SELECT COUNT(DISTINCT account_id) FROM coupons WHERE campaign_id = @Id", new { Id }));
        Assert.Equal(coupons, await IssuedAsync());
    }

    public Task<long> IssuedAsync() => Shop.QueryAsync<long>("SELECT CAST(issued AS SIGNED) FROM coupon_campaigns WHERE id = @Id", new { Id });

    /// <summary>A coupon that was claimed while Redis was unavailable.</summary>
    public Task ClaimUnseenAsync(Fan fan) => Shop.ChangeAsync(
        """
        UPDATE coupon_campaigns SET issued = issued + 1 WHERE id = @Id;
        INSERT INTO coupons (id, campaign_id, account_id, claimed_at) VALUES (-@Id * 10000 - @account, @Id, @account, UTC_TIMESTAMP(6))
        """, new { Id, account = fan.Id });

    /// <summary>Redis loses what it knew of the campaign, as it loses everything when it is emptied.</summary>
    public async Task ForgetAsync(params string[] keys)
    {
        using var redis = await ConnectionMultiplexer.ConnectAsync(Shop.Servers.Redis);
        foreach (var key in keys is [] ? [ClaimedKey, ClaimingKey] : keys)
            await redis.GetDatabase().KeyDeleteAsync(key);
    }
}
