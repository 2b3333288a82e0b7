using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>The keys of seats and holds. The braces keep the keys of one game on one node of a cluster, so that a script may touch them together.</summary>
internal static class SeatsRedisKeys
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
}
