using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>The Redis keys of seats and holds. The braces place the keys of one game on one node of a cluster, so that a script may access them together.</summary>
internal static class SeatsRedisKeys
{
    /// <summary>
    /// Sorted set: a grade's unavailable seat numbers. The score is the end of the hold (Unix ms), or a mark beyond all times for sold and for blocked. Member 0 means
    /// that every sold and blocked seat is present; member -1 counts releases. Lives one week after the last hold. A caller that finds member 0 missing rebuilds it from
    /// the primary, except for the holds, which are lost.
    /// </summary>
    public static RedisKey Seats(long game, long grade) => $"dugout:{{game:{game}}}:seats:{grade}";

    /// <summary>String: token of the process that is rebuilding a grade's seats. Lives 5 s, in case that process dies.</summary>
    public static RedisKey Rebuild(long game, long grade) => $"dugout:{{game:{game}}}:rebuild:{grade}";

    /// <summary>
    /// Sorted set: the account's holds in a game as <c>grade:number:hold</c>, by deadline (Unix ms). Lives until the last deadline; lost holds are not rebuilt.
    /// </summary>
    public static RedisKey HeldByAccount(long game, long account) => $"dugout:{{game:{game}}}:held-by:{account}";

    /// <summary>
    /// Sorted set: the holds of a game, each as <c>grade:number:hold:account</c> of its first seat, by deadline (Unix ms). Lives until the seats of the last one are available
    /// again; if the set is lost, its holds lapse without a notice to their accounts.
    /// </summary>
    public static RedisKey Lapsing(long game) => $"dugout:{{game:{game}}}:lapsing";

    /// <summary>Hash: one hold, with its account, beginning, deadline and seats. Lives until the seats are available again; never rebuilt.</summary>
    public static RedisKey Hold(long game, long hold) => $"dugout:{{game:{game}}}:hold:{hold}";
}
