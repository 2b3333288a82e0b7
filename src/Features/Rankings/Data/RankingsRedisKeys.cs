using StackExchange.Redis;

namespace Dugout.Features.Rankings;

/// <summary>The Redis key of the rankings.</summary>
internal static class RankingsRedisKeys
{
    /// <summary>
    /// Hash: the last counted rankings, one field per ranking and window, and <c>token</c>, the fencing token of their lease.
    /// Lives as long as they may be returned; a worker that finds it missing counts again.
    /// </summary>
    public static RedisKey Rankings => "dugout:rankings";
}
