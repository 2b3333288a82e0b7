using StackExchange.Redis;

namespace Dugout.Features.Coupons;

/// <summary>The keys of coupon admission. The braces keep the keys of one campaign on one node of a cluster, so that a script may touch them together.</summary>
internal static class CouponsRedisKeys
{
    /// <summary>
    /// Hash: who has a coupon of a campaign, each with three digits of the idempotency key they came with, or nothing where it isn't known; and
    /// <c>stock</c>, how many coupons there are, which says that nobody is missing. Lives a week after the last claim; filled from the primary by
    /// whoever misses <c>stock</c>.
    /// </summary>
    public static RedisKey CouponsClaimed(long campaign) => $"dugout:{{campaign:{campaign}}}:claimed";

    /// <summary>
    /// Sorted set: who is claiming a coupon of a campaign, each until when (Unix ms, with three digits of the key behind it). Lives as long; never
    /// rebuilt, without it the primary is asked by more than get one.
    /// </summary>
    public static RedisKey CouponsClaiming(long campaign) => $"dugout:{{campaign:{campaign}}}:claiming";

    /// <summary>String: who reads at the moment who has a coupon. Lives 5 s, in case that one dies.</summary>
    public static RedisKey CouponsFilling(long campaign) => $"dugout:{{campaign:{campaign}}}:filling";
}
