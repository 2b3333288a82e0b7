using System.Globalization;

namespace Dugout.Features.Tests.Safety;

/// <summary>A separate shop for hostile requests.</summary>
public sealed class HostileShop : Shop
{
    /// <summary>The replicas' names, as processes.</summary>
    public static IReadOnlyList<string> Names { get; } = ["api-1", "api-2"];

    /// <summary>The memory that a replica's process has at this moment, in bytes, by the kernel's count.</summary>
    public async Task<long> WorkingSetAsync(string name)
    {
        var lines = await File.ReadAllLinesAsync($"/proc/{await Servers.ProcessOfAsync(name)}/status");
        return 1024 * long.Parse(lines.Single(line => line.StartsWith("VmRSS:", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }
}
