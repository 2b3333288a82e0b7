
namespace Dugout.Features.Coupons;

/// <summary>The outbox message that an account has a coupon, written in the same transaction.</summary>
/// <param name="CouponId">The coupon.</param>
/// <param name="CampaignId">Its campaign.</param>
/// <param name="AccountId">The owner's account.</param>
public sealed record CouponClaimed(long CouponId, long CampaignId, long AccountId) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "coupon-claimed";

    string IOutboxMessage.Topic => Topic;
}
