using System.Reflection;

namespace Dugout.Load.Results;

/// <summary>Which of the packages that shape a result are the real ones.</summary>
internal static class Packages
{
    /// <summary>For example <c>NBomber 4.1.2-dugout.1 (stand-in), System.CommandLine 2.0.15</c>; a stand-in says so in its product name.</summary>
    public static string InWords { get; } = string.Join(", ", new[]
    {
        typeof(NBomber.CSharp.NBomberRunner).Assembly,
        typeof(MySqlConnector.MySqlConnection).Assembly,
        typeof(StackExchange.Redis.ConnectionMultiplexer).Assembly,
    }.Select(InWordsOf));

    private static string InWordsOf(Assembly assembly)
    {
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0];
        var standIn = assembly.GetCustomAttribute<AssemblyProductAttribute>()?.Product.Contains("stand-in", StringComparison.Ordinal) == true;
        return $"{assembly.GetName().Name} {version} ({(standIn ? "stand-in" : "real")})";
    }
}
