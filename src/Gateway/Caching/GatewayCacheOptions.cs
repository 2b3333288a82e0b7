using System.ComponentModel.DataAnnotations;

namespace Dugout.Gateway.Caching;

/// <summary>Limits of the cached responses of the gateway. Section <c>Gateway:Cache</c>.</summary>
internal sealed class GatewayCacheOptions
{
    /// <summary>Maximum size of all cached responses in memory, in MiB, overhead included; 0 caches nothing. Default 32, range 0 to 4,096.</summary>
    [Range(0, 4_096)]
    public int MemoryMegabytes { get; set; } = 32;

    /// <summary>Maximum size of the body of a cached response, in KiB; a longer one is only forwarded. Default 256, range 1 to 4,096.</summary>
    [Range(1, 4_096)]
    public int BodyKilobytes { get; set; } = 256;
}
