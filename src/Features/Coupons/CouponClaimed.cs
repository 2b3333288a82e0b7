
namespace Dugout.Features.Coupons;

/// <summary>The message that a fan has a coupon, written with it.</summary>
/// <param name="CouponId">The coupon.</param>
/// <param name="CampaignId">Its campaign.</param>
/// <param name="AccountId">Whose it is.</param>
public sealed record CouponClaimed(long CouponId, long CampaignId, long AccountId) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "coupon-claimed";

    string IOutboxMessage.Topic => Topic;
}
