using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Caching;

/// <summary>Where answers are kept.</summary>
public enum CacheMode
{
    /// <summary>Nowhere.</summary>
    None,

    /// <summary>In each process.</summary>
    Memory,

    /// <summary>In Redis, for all processes.</summary>
    Redis,

    /// <summary>In each process, and in Redis for the process that lacks them.</summary>
    Both,
}

/// <summary>How answers are kept. Section <c>Cache</c>.</summary>
public sealed class CacheOptions
{
    /// <summary>Where. Default both.</summary>
    [EnumDataType(typeof(CacheMode))]
    public CacheMode Mode { get; set; } = CacheMode.Both;

    /// <summary>How long, in seconds; a tenth more or less, so that what was kept together doesn't end together. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int Seconds { get; set; } = 60;

    /// <summary>
    /// How long an empty answer is kept, and in memory any while nobody tells us of changes, in milliseconds. Default 1,000,
    /// range 0 to 1,000.
    /// </summary>
    [Range(0, 1_000)]
    public int ShortMilliseconds { get; set; } = 1_000;

    /// <summary>Most that a process keeps, in MiB. Default 64, range 1 to 4,096.</summary>
    [Range(1, 4_096)]
    public int MemoryMegabytes { get; set; } = 64;
}
