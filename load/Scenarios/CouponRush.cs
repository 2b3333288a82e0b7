using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Fans look at a coupon campaign and claim a coupon of it, first come first served. The keys choose it among all running campaigns; many fans and
/// one small campaign make a rush, in which nearly all claims are rejected.
/// </summary>
internal sealed class CouponRush : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "coupon-rush";

    private Campaign[] _campaigns = [];

    public int Steps => 3;

    /// <summary>Reads the list of campaigns to its end.</summary>
    /// <exception cref="NoSystemException">No campaign is running.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        List<Campaign> campaigns = [];
        string? after = null;
        do
        {
            var page = Season.Needed(await lab.Shop.CampaignsAsync(after, ResponseChecks.Campaigns));
            campaigns.AddRange(page.Items);
            after = page.Next;
        }
        while (after is not null);

        _campaigns = campaigns.Count > 0 ? [.. campaigns] : throw new NoSystemException("no coupon campaign runs: nothing to claim");
    }

    public async Task RunAsync(Iteration iteration)
    {
        var lab = iteration.Lab;
        var fan = await lab.Fans.ForAsync(iteration);
        var listed = _campaigns[lab.Options.Keys.Index(_campaigns.Length, iteration.Random)];
        var campaign = await iteration.StepAsync("2 campaign", Repeat.Read, () => lab.Shop.CampaignAsync(listed.CampaignId, shown => ResponseChecks.Campaign(shown, listed)));

        var key = Guid.NewGuid().ToString("N");
        var claim = lab.Coupons.Claim(fan.Account, campaign.CampaignId);
        await iteration.StepAsync("3 claim", Repeat.Keyed, async () =>
        {
            var response = await lab.Shop.ClaimAsync(fan.Token, campaign.CampaignId, key, coupon => ResponseChecks.Coupon(coupon, campaign));
            claim.RecordResponse(response);
            return response;
        });
    }
}
