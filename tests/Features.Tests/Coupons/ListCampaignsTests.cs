using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Coupons;

public sealed class ListCampaignsTests(Shop shop)
{
    /// <summary>Other tests open campaigns meanwhile, so only these are looked for: in their order, each once.</summary>
    [Fact]
    public async Task Running_campaigns_come_in_the_order_they_end_a_page_at_a_time()
    {
        var third = await CouponStand.OpenAsync(shop, stock: 1, endsInHours: 30);
        var first = await CouponStand.OpenAsync(shop, stock: 1, endsInHours: 10);
        var second = await CouponStand.OpenAsync(shop, stock: 1, endsInHours: 20);
        var over = await CouponStand.OpenAsync(shop, stock: 1, startsInHours: -2, endsInHours: -1);
        var notBegun = await CouponStand.OpenAsync(shop, stock: 1, startsInHours: 1, endsInHours: 10);

        var listed = await ListAsync();

        Assert.Equal(listed.Distinct(), listed);
        Assert.Equal([first.Id, second.Id, third.Id], listed.Where(id => new[] { first, second, third, over, notBegun }.Any(stand => stand.Id == id)));
    }

    /// <summary>Those that every fresh start has; see the seed.</summary>
    [Fact]
    public async Task A_new_database_has_a_large_and_a_small_running_campaign_and_one_that_is_over()
    {
        var now = DateTime.UtcNow;
        List<(long, bool)> campaigns = [];
        for (var id = 1; id <= 3; id++)
        {
            var campaign = (await shop.Http.GetAnswerAsync($"/api/coupon-campaigns/{id}")).Json;
            campaigns.Add((campaign.GetProperty("stock").GetInt64(), campaign.GetProperty("startsAt").GetDateTime() <= now && campaign.GetProperty("endsAt").GetDateTime() > now));
        }

        Assert.Equal([(100_000L, true), (100L, true), (1_000L, false)], campaigns);
    }

    [Fact]
    public async Task A_campaign_shows_its_remaining_coupons_whether_or_not_it_runs()
    {
        var fan = await shop.NextFanAsync();
        var stand = await CouponStand.OpenAsync(shop, stock: 5);
        await stand.ClaimAsync(fan);
        await shop.ChangeAsync("UPDATE coupon_campaigns SET ends_at = UTC_TIMESTAMP(6) WHERE id = @Id", new { stand.Id });

        var campaign = await shop.Replicas[1].GetAnswerAsync(stand.Path);

        Assert.Equal(["campaignId", "name", "discount", "minimum", "startsAt", "endsAt", "validUntil", "stock", "remaining"],
            campaign.Json.EnumerateObject().Select(member => member.Name));
        Assert.Equal((5, 4), (campaign.Number("stock"), campaign.Number("remaining")));
        Assert.Equal(DateTimeKind.Utc, campaign.Json.GetProperty("endsAt").GetDateTime().Kind);
    }

    [Fact]
    public async Task An_unknown_campaign_is_not_found()
    {
        var refused = await shop.Http.GetAnswerAsync("/api/coupon-campaigns/0");

        Assert.Equal((HttpStatusCode.NotFound, "no-such-campaign"), (refused.Status, refused.Code));
    }

    private async Task<List<long>> ListAsync()
    {
        List<long> listed = [];
        for (var next = ""; next is not null;)
        {
            var page = (await shop.Http.GetAnswerAsync($"/api/coupon-campaigns?limit=2{next}")).Json;
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(campaign => campaign.GetProperty("campaignId").GetInt64()));
            next = page.GetProperty("next").ValueKind == JsonValueKind.Null ? null : $"&after={page.GetProperty("next").GetString()}";
        }

        return listed;
    }
}
