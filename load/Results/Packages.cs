using System.Reflection;

namespace Dugout.Load.Results;

/// <summary>Which of the packages that shape a result are the real ones; a stand-in is marked in its product name.</summary>
internal static class Packages
{
    /// <summary>The packages.</summary>
    public static IReadOnlyList<PackageRecord> All { get; } =
    [
        Of(typeof(NBomber.CSharp.NBomberRunner).Assembly),
        Of(typeof(MySqlConnector.MySqlConnection).Assembly),
        Of(typeof(StackExchange.Redis.ConnectionMultiplexer).Assembly),
    ];

    /// <summary>For example <c>NBomber 4.1.2-dugout.1 (stand-in), StackExchange.Redis 3.4.35 (real)</c>.</summary>
    public static string InWords { get; } = string.Join(", ", All.Select(package => $"{package.Name} {package.Version} ({(package.IsReal ? "real" : "stand-in")})"));

    private static PackageRecord Of(Assembly assembly) => new(
        assembly.GetName().Name!,
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0] ?? "unknown",
        assembly.GetCustomAttribute<AssemblyProductAttribute>()?.Product.Contains("stand-in", StringComparison.Ordinal) != true);
}
