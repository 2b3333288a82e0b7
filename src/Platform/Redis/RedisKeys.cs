using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>
/// Every key we keep in Redis, with its type, its lifetime and who rebuilds it when it is gone. The braces keep the keys of
/// one game, or campaign, or of all sign-ins, on one node of a cluster, so that a script may touch them together.
/// </summary>
internal static class RedisKeys
{
    /// <summary>
    /// Sorted set: a grade's seat numbers that can't be had, each until when (Unix ms), or a mark beyond all times for sold and
    /// for blocked. Member 0 says that nothing sold or blocked is missing, member -1 counts how often a seat was freed. Lives a week after the last hold; rebuilt from the
    /// primary by whoever misses member 0, but for the holds, which are lost.
    /// </summary>
    public static RedisKey Seats(long game, long grade) => $"dugout:{{game:{game}}}:seats:{grade}";

    /// <summary>String: who rebuilds a grade's seats at the moment. Lives 5 s, in case that one dies.</summary>
    public static RedisKey Rebuild(long game, long grade) => $"dugout:{{game:{game}}}:rebuild:{grade}";

    /// <summary>Sorted set: <c>grade:number:hold</c> an account holds in a game, by deadline (Unix ms). Lives until the last deadline; lost holds are lost.</summary>
    public static RedisKey HeldByAccount(long game, long account) => $"dugout:{{game:{game}}}:held-by:{account}";

    /// <summary>
    /// Sorted set: the holds of a game, each as <c>grade:number:hold:account</c> of its first seat, by deadline (Unix ms). Lives until others may have the seats of the last one;
    /// holds that are lost in it lapse without a word to their fans.
    /// </summary>
    public static RedisKey Lapsing(long game) => $"dugout:{{game:{game}}}:lapsing";

    /// <summary>Hash: one hold, with its account, beginning, deadline and seats. Lives until others may have the seats; never rebuilt.</summary>
    public static RedisKey Hold(long game, long hold) => $"dugout:{{game:{game}}}:hold:{hold}";

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

    /// <summary>Hash: the place in the primary's history of the last write of an operator, or of a fan to the feed. Lives an hour; without it they read as everybody does.</summary>
    public static RedisKey AccountConsistencyTokens(long account) => $"dugout:seen:{account}";

    /// <summary>Hash: how often a tag's answers were evicted, and what the newest must have seen. Lives two hours, longer than any answer.</summary>
    public static RedisKey Evicted(string tag) => $"dugout:evicted:{tag}";

    /// <summary>Hash: an answer, and what it has seen. Lives as long as the settings say; made anew by whoever misses it.</summary>
    public static RedisKey Answer(string key) => $"dugout:answer:{key}";

    /// <summary>String: who makes an answer at the moment. Lives 2 s, in case that one dies.</summary>
    public static RedisKey Making(string key) => $"dugout:making:{key}";

    /// <summary>
    /// Hash: the rankings as they were last counted, a field for each of them and each window, and <c>token</c>, the turn they were counted in. Lives
    /// as long as they may be shown; counted anew by the worker that misses it.
    /// </summary>
    public static RedisKey Rankings => "dugout:rankings";

    /// <summary>Channel: word of evictions.</summary>
    public const string EvictionsChannel = "dugout:evictions";

    /// <summary>Counter: failed sign-ins in a row for an account, or an unknown e-mail, from an address. Lives for the pause; starts again at nought.</summary>
    public static RedisKey SignInThrottle(string who, string place) => $"dugout:{{sign-ins}}:failed:{place}:{who}";

    /// <summary>Counter: the same, from wherever. Lives for its own pause; starts again at nought.</summary>
    public static RedisKey SignInThrottleOf(string who) => $"dugout:{{sign-ins}}:failed-of:{who}";

    /// <summary>Counter: failed sign-ins in a row for an account from an address, over a longer time. Lives as the one from wherever; starts again at nought.</summary>
    public static RedisKey SignInThrottleLong(string who, string place) => $"dugout:{{sign-ins}}:failed-long:{place}:{who}";

    /// <summary>Counter: failed sign-ins from an address, for whichever account. Lives for the pause after the first; starts again at nought.</summary>
    public static RedisKey SignInThrottleFrom(string place) => $"dugout:{{sign-ins}}:failed-from:{place}";

    /// <summary>Counter: what an address has asked for of late that anybody may. Lives for a minute after the first; starts again at nought.</summary>
    public static RedisKey RequestsFrom(string what, string place) => $"dugout:{{sign-ins}}:{what}:{place}";
}
