using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Caching;

/// <summary>Where responses are cached.</summary>
public enum CacheMode
{
    /// <summary>Nowhere.</summary>
    None,

    /// <summary>In the memory of each process.</summary>
    Memory,

    /// <summary>In Redis, shared by all processes.</summary>
    Redis,

    /// <summary>In the memory of each process, and in Redis for processes that lack the response.</summary>
    Both,
}

/// <summary>Settings of the response cache. Section <c>Cache</c>.</summary>
public sealed class CacheOptions
{
    /// <summary>Where responses are cached. Default both.</summary>
    [EnumDataType(typeof(CacheMode))]
    public CacheMode Mode { get; set; } = CacheMode.Both;

    /// <summary>Lifetime of a cached response in seconds; 10 % jitter avoids that responses cached together expire together. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int Seconds { get; set; } = 60;

    /// <summary>
    /// Lifetime of an empty response, and of any response in memory while the invalidation channel is down, in milliseconds. Default 1,000,
    /// range 0 to 1,000.
    /// </summary>
    [Range(0, 1_000)]
    public int ShortMilliseconds { get; set; } = 1_000;

    /// <summary>Maximum size of the in-memory cache of a process, in MiB. Default 64, range 1 to 4,096.</summary>
    [Range(1, 4_096)]
    public int MemoryMegabytes { get; set; } = 64;
}
