
namespace Dugout.Features.Coupons;

/// <summary>
/// The campaign's counter of issued coupons. The update contains the condition, so a claim without remaining stock changes no row: the number of
/// affected rows decides. The condition includes the claim window, by the primary's clock.
/// </summary>
internal static class CouponCounter
{
    /// <summary>The claim window.</summary>
    public const string InItsTime = "starts_at <= UTC_TIMESTAMP(6) AND ends_at > UTC_TIMESTAMP(6); ";

    // The index hint restricts the lock to this row: with the index on ends_at a server that estimates a small table would lock
    // every running campaign.
    private static readonly TakeText Counted = new("UPDATE coupon_campaigns FORCE INDEX (PRIMARY) SET issued = issued + 1 WHERE id = @CampaignId AND issued < stock AND " + InItsTime);

    /// <summary>The counting statement of a claim; the error if the campaign is closed.</summary>
    public static Result<TakeText> Take(CouponRequest wish) => wish.Closed is { } closed ? closed : Counted;
}
