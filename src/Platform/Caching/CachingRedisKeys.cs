using StackExchange.Redis;

namespace Dugout.Platform.Caching;

/// <summary>The keys of the response cache.</summary>
internal static class CachingRedisKeys
{
    /// <summary>Hash, in the Redis that evicts nothing: number of invalidations of a tag, and the commit position that new responses must include. Lives two hours, longer than any cached response.</summary>
    public static RedisKey Evicted(string tag) => $"dugout:evicted:{tag}";

    /// <summary>Hash, in the Redis of cached responses: a cached response and the commit position it includes. Lives as long as the cache options say; the process that misses it rebuilds it.</summary>
    public static RedisKey Answer(string key) => $"dugout:answer:{key}";

    /// <summary>String, beside the response: the lock of the process that is building a response. Lives 2 s, in case that process dies.</summary>
    public static RedisKey Making(string key) => $"dugout:making:{key}";

    /// <summary>Channel: published invalidations.</summary>
    public const string EvictionsChannel = "dugout:evictions";
}
