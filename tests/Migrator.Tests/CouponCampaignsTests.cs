using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class CouponCampaignsTests
{
    private const int Fans = 2_500;

    private static readonly DateTime Today = new(2027, 3, 1, 0, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void So_many_coupons_are_given_away_the_same_ones_every_time()
    {
        var coupons = Coupons(2_300);

        Assert.Equal(Enumerable.Range(1, 2_300).Select(id => (long)id), coupons.Select(coupon => coupon.Id));
        Assert.Equal(coupons, Coupons(2_300));
        Assert.Empty(Coupons(0));
    }

    [Fact]
    public void A_past_campaign_gives_each_fan_one_coupon_in_its_time_and_no_more_than_it_has()
    {
        var campaigns = CouponCampaigns.Past(2_300, Today).ToList();

        Assert.Equal([1_000, 1_000, 300], campaigns.Select(past => past.Issued));
        Assert.Distinct(campaigns.Select(past => past.Campaign.Id).Concat(CouponCampaigns.Of(Today).Select(campaign => campaign.Id)));
        Assert.All(campaigns, past =>
        {
            Assert.InRange(past.Issued, 1, past.Campaign.Stock);
            Assert.Distinct(past.Coupons(Fans).Select(coupon => coupon.AccountId));
            Assert.All(past.Coupons(Fans), coupon =>
            {
                Assert.InRange(coupon.AccountId, 1, Fans);
                Assert.InRange(coupon.ClaimedAt, past.Campaign.StartsAt, past.Campaign.EndsAt);
            });
            Assert.True(past.Campaign.EndsAt < Today && past.Campaign.ValidUntil > Today);
        });
    }

    [Fact]
    public void So_many_campaigns_run_beside_the_usual_ones()
    {
        var campaigns = CouponCampaigns.Running(3, Today).ToList();

        Assert.Equal([100_001, 100_002, 100_003], campaigns.Select(campaign => campaign.Id));
        Assert.Distinct(campaigns.Select(campaign => campaign.Name));
        Assert.All(campaigns, campaign => Assert.True(campaign.StartsAt <= Today && campaign.EndsAt > Today && campaign.Stock > 0));
    }

    private static List<CouponCampaigns.Coupon> Coupons(int count) =>
        [.. CouponCampaigns.Past(count, Today).SelectMany(past => past.Coupons(Fans))];
}
