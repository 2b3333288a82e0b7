using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Redis;

/// <summary>How long we wait for Redis. Section <c>Redis</c>.</summary>
public sealed class RedisOptions
{
    /// <summary>Longest wait for one answer, in milliseconds. Default 500, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int DeadlineMilliseconds { get; set; } = 500;

    /// <summary>After too many failures Redis isn't asked for this long, in milliseconds. Default 1,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 1_000;
}
