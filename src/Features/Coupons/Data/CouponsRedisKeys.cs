using StackExchange.Redis;

namespace Dugout.Features.Coupons;

/// <summary>
/// The Redis keys of coupon admission. The braces place the keys of one campaign on one node of a cluster, so that a script may access them together.
/// </summary>
internal static class CouponsRedisKeys
{
    /// <summary>
    /// Hash: the coupon owners of a campaign, each with three digits of its idempotency key, or nothing if the key is unknown; and <c>stock</c>,
    /// the number of coupons, whose presence means that the owners are complete. Lives one week after the last claim; a caller that finds
    /// <c>stock</c> missing fills it from the primary.
    /// </summary>
    public static RedisKey CouponsClaimed(long campaign) => $"dugout:{{campaign:{campaign}}}:claimed";

    /// <summary>
    /// Sorted set: the pending claims of a campaign, by deadline (Unix ms, followed by three digits of the key). Same lifetime; never rebuilt.
    /// Without it the primary gets more claims than there are coupons.
    /// </summary>
    public static RedisKey CouponsClaiming(long campaign) => $"dugout:{{campaign:{campaign}}}:claiming";

    /// <summary>String: token of the process that is filling the owners. Lives 5 s, in case that process dies.</summary>
    public static RedisKey CouponsFilling(long campaign) => $"dugout:{{campaign:{campaign}}}:filling";
}
