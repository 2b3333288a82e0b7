
namespace Dugout.Features.Coupons.Strategies;

/// <summary>
/// The campaign's own count of what it has given away. The condition is in the update, so who comes when nothing is left changes nothing: the rows
/// affected are the answer. It says the window, too, by the primary's clock.
/// </summary>
internal static class CouponCounter
{
    /// <summary>When coupons can be claimed.</summary>
    public const string InItsTime = "starts_at <= UTC_TIMESTAMP(6) AND ends_at > UTC_TIMESTAMP(6); ";

    // By its id and nothing else: by the index of ends a server that takes the table for small would lock every campaign that runs.
    private static readonly TakeText Counted = new("UPDATE coupon_campaigns FORCE INDEX (PRIMARY) SET issued = issued + 1 WHERE id = @CampaignId AND issued < stock AND " + InItsTime);

    /// <summary>How a claim counts; why it can't any more, where the campaign is closed.</summary>
    public static Result<TakeText> Take(CouponRequest wish) => wish.Closed is { } closed ? closed : Counted;
}
