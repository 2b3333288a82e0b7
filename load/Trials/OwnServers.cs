namespace Dugout.Load.Trials;

/// <summary>
/// Systems started by the lab use their own servers. Servers that the environment gives an AppHost, by connection strings or <c>DUGOUT__SERVERS=external</c>, belong to
/// a shop and must not be filled or measured. Where connection strings are set, such a start is rejected.
/// </summary>
internal static class OwnServers
{
    private const string Containers = "container";

    /// <summary>For the AppHost's command line: processes, or containers where the environment requires them.</summary>
    public static IReadOnlyList<string> Options => ["--servers", string.Equals(Environment.GetEnvironmentVariable("DUGOUT__SERVERS"), Containers, StringComparison.OrdinalIgnoreCase) ? Containers : "process"];
}
