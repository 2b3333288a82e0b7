using StackExchange.Redis;

namespace Dugout.Platform.Consistency;

/// <summary>The key of consistency tokens.</summary>
internal static class ConsistencyRedisKeys
{
    /// <summary>Hash: the place in the primary's history of the last write of an operator, or of a fan to the feed. Lives an hour; without it they read as everybody does.</summary>
    public static RedisKey AccountConsistencyTokens(long account) => $"dugout:seen:{account}";
}
