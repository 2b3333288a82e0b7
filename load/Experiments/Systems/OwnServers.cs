namespace Dugout.Load.Experiments;

/// <summary>
/// Servers of a system that the lab starts are its own. Those that the environment names to an AppHost, by connection strings or <c>DUGOUT__SERVERS=external</c>, are a
/// shop's: nobody gave them to be filled, measured and restored over. Where connection strings are named, such a start is refused.
/// </summary>
internal static class OwnServers
{
    private const string Containers = "container";

    /// <summary>For the AppHost's command line: processes, or containers where the environment asks for them.</summary>
    public static IReadOnlyList<string> Options => ["--servers", string.Equals(Environment.GetEnvironmentVariable("DUGOUT__SERVERS"), Containers, StringComparison.OrdinalIgnoreCase) ? Containers : "process"];
}
