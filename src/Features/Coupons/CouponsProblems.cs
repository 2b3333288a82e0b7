namespace Dugout.Features.Coupons;

/// <summary>The errors of coupons, with their stable codes.</summary>
public static class CouponsProblems
{
    /// <summary>No coupon campaign has this id.</summary>
    public static readonly Problem NoSuchCampaign = new(404, "no-such-campaign", "There is no such campaign.");

    /// <summary>The campaign has not started.</summary>
    public static readonly Problem CampaignNotBegun = new(409, "campaign-not-begun", "The campaign has not begun yet.");

    /// <summary>The campaign has ended.</summary>
    public static readonly Problem CampaignOver = new(409, "campaign-over", "The campaign is over.");

    /// <summary>The account already has a coupon of the campaign.</summary>
    public static readonly Problem AlreadyClaimed = new(409, "already-claimed", "This account has already claimed its coupon of this campaign.");

    /// <summary>The campaign has no coupon left.</summary>
    public static readonly Problem SoldOut = new(409, "sold-out", "All coupons of this campaign have been claimed.");
}
