using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>The Redis keys of seats and holds. The braces place the keys of one game on one node of a cluster, so that a script may access them together.</summary>
internal static class SeatsRedisKeys
{
    /// <summary>
    /// Sorted set: a grade's unavailable seat numbers. The score is the end of the hold (Unix ms), or a mark beyond all times for sold and for blocked. Member 0 means
    /// that every sold and blocked seat is present; its score is the hour in which the life was last extended. Member -1 counts releases; member -2 says until when changes are
    /// published. The grade of a hold's first seat has two members for the hold, <c>hold:id</c>, by which another account's hold is recognised, and <c>hold:id:account</c>; if they are
    /// lost, it lapses without a notice. The scores of all members that are no seats are of times long past: no reader takes them for the end of a hold. Lives one week after the last hold. A caller that finds member 0 missing rebuilds it from the primary, except for the holds, which are lost.
    /// </summary>
    public static RedisKey Seats(long game, long grade) => $"dugout:{{game:{game}}}:seats:{grade}";

    /// <summary>String: token of the process that is rebuilding a grade's seats. Lives 5 s, in case that process dies.</summary>
    public static RedisKey Rebuild(long game, long grade) => $"dugout:{{game:{game}}}:rebuild:{grade}";

    /// <summary>
    /// String: the account's holds in a game, as <see cref="HoldLines"/> reads them. Lives until the seats of the last one are available again; never rebuilt.
    /// </summary>
    public static RedisKey HoldsOfAccount(long game, long account) => $"dugout:{{game:{game}}}:holds-of:{account}";
}
