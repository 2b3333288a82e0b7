namespace Dugout.Features.Coupons;

/// <summary>The errors of coupons, by their stable codes.</summary>
public static class CouponsProblems
{
    /// <summary>No coupon campaign has this id.</summary>
    public static readonly Problem NoSuchCampaign = new(404, "no-such-campaign", "There is no such campaign.");

    /// <summary>The campaign gives no coupons away yet.</summary>
    public static readonly Problem CampaignNotBegun = new(409, "campaign-not-begun", "The campaign has not begun yet.");

    /// <summary>The campaign gives no coupons away any more.</summary>
    public static readonly Problem CampaignOver = new(409, "campaign-over", "The campaign is over.");

    /// <summary>The account has a coupon of the campaign.</summary>
    public static readonly Problem AlreadyClaimed = new(409, "already-claimed", "This account has claimed its coupon already.");

    /// <summary>The campaign has no coupon left.</summary>
    public static readonly Problem SoldOut = new(409, "sold-out", "No coupon is left.");
}
