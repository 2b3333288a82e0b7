using StackExchange.Redis;

namespace Dugout.Platform.Caching;

/// <summary>The keys of the response cache.</summary>
internal static class CachingRedisKeys
{
    /// <summary>Hash: how often a tag's answers were evicted, and what the newest must have seen. Lives two hours, longer than any answer.</summary>
    public static RedisKey Evicted(string tag) => $"dugout:evicted:{tag}";

    /// <summary>Hash: an answer, and what it has seen. Lives as long as the settings say; made anew by whoever misses it.</summary>
    public static RedisKey Answer(string key) => $"dugout:answer:{key}";

    /// <summary>String: who makes an answer at the moment. Lives 2 s, in case that one dies.</summary>
    public static RedisKey Making(string key) => $"dugout:making:{key}";

    /// <summary>Channel: word of evictions.</summary>
    public const string EvictionsChannel = "dugout:evictions";
}
