using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

public sealed class MyCouponsTests(Shop shop)
{
    [Fact]
    public async Task An_account_lists_its_own_coupons_newest_first_in_pages()
    {
        var fans = await shop.NextFansAsync(2);
        List<long> claimed = [];
        for (var n = 0; n < 5; n++)
        {
            var stand = await CouponStand.OpenAsync(shop, stock: 2);
            claimed.Add((await stand.ClaimAsync(fans[0])).Number("couponId"));
            await stand.ClaimAsync(fans[1]);
        }

        List<long> listed = [];
        var path = "/api/coupons?limit=2";
        for (var next = ""; next is not null;)
        {
            var page = (await fans[0].GetAsync(shop.Replicas[1], path + next)).Json;
            Assert.InRange(page.GetProperty("items").GetArrayLength(), 1, 2);
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(coupon => coupon.GetProperty("couponId").GetInt64()));
            next = page.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
        }

        claimed.Reverse();
        Assert.Equal(claimed, listed);
    }

    [Fact]
    public async Task A_coupon_shows_its_discount_and_the_order_that_used_it()
    {
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        var id = (await stand.ClaimAsync(fan)).Number("couponId");
        await shop.ChangeAsync("UPDATE coupons SET used_by_order = 77 WHERE id = @id", new { id });

        var coupon = Assert.Single((await fan.GetAsync(shop.Http, "/api/coupons")).Json.GetProperty("items").EnumerateArray());

        Assert.Equal(["couponId", "campaignId", "name", "discount", "minimum", "claimedAt", "validUntil", "usedByOrder"], coupon.EnumerateObject().Select(member => member.Name));
        Assert.Equal((id, stand.Id, 77), (coupon.GetProperty("couponId").GetInt64(), coupon.GetProperty("campaignId").GetInt64(), coupon.GetProperty("usedByOrder").GetInt64()));
        Assert.Equal("개막 쿠폰", coupon.GetProperty("name").GetString());
        Assert.Equal(DateTimeKind.Utc, coupon.GetProperty("claimedAt").GetDateTime().Kind);
    }

    [Fact]
    public async Task An_account_without_any_gets_an_empty_page()
    {
        var fan = await shop.NextFanAsync();

        var none = await fan.GetAsync(shop.Http, "/api/coupons");

        Assert.Equal((HttpStatusCode.OK, 0, JsonValueKind.Null),
            (none.Status, none.Json.GetProperty("items").GetArrayLength(), none.Json.GetProperty("next").ValueKind));
    }
}
