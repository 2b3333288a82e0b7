using StackExchange.Redis;

namespace Dugout.Platform.Consistency;

/// <summary>The key of consistency tokens.</summary>
internal static class ConsistencyRedisKeys
{
    /// <summary>Hash: commit position of the last write of an operator, or of a fan to the feed. Lives an hour; without it the account's reads carry no consistency token.</summary>
    public static RedisKey AccountConsistencyTokens(long account) => $"dugout:seen:{account}";
}
