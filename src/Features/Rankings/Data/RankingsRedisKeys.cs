using StackExchange.Redis;

namespace Dugout.Features.Rankings;

/// <summary>The key of the rankings.</summary>
internal static class RankingsRedisKeys
{
    /// <summary>
    /// Hash: the rankings as they were last counted, a field for each of them and each window, and <c>token</c>, the turn they were counted in. Lives
    /// as long as they may be shown; counted anew by the worker that misses it.
    /// </summary>
    public static RedisKey Rankings => "dugout:rankings";
}
