using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Redis;

/// <summary>Time-outs of Redis. Section <c>Redis</c>.</summary>
public sealed class RedisOptions
{
    /// <summary>Deadline of a call, in milliseconds. Default 500, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int DeadlineMilliseconds { get; set; } = 500;

    /// <summary>How long the circuit breaker stays open after too many failures, in milliseconds. Default 1,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 1_000;

    /// <summary>Whether a replica reports not ready while a Redis server keeps no append-only file, or may evict seat holds. Default <c>true</c>.</summary>
    public bool RequireDurability { get; set; } = true;
}
