namespace Dugout.Load.Experiments;

/// <summary>
/// Starts a program of the product with faults of <c>tests/Faults</c>, through its environment alone. The runtime loads that assembly first, and ASP.NET Core lets it replace
/// services; in the migrator it applies changes of the schema after the tables are created.
/// </summary>
internal static class FaultInjection
{
    private const string AssemblyName = "Dugout.Faults";

    /// <summary>The folder of one program's build, which has the same name for all: <c>artifacts/bin/[project]/[configuration]</c>.</summary>
    private static readonly DirectoryInfo Own = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>The assembly, as built together with this program.</summary>
    public static string Assembly { get; } = Path.Combine(Own.Parent?.Parent?.FullName ?? "", "Faults", Own.Name, $"{AssemblyName}.dll");

    /// <summary>The environment variables. A program that does not know one of the names does not start.</summary>
    /// <param name="faults">The names of the faults there.</param>
    public static IReadOnlyDictionary<string, string> SettingsFor(IReadOnlyList<string> faults) => faults.Count == 0 ? new Dictionary<string, string>() : new()
    {
        ["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = AssemblyName,
        ["DOTNET_STARTUP_HOOKS"] = Assembly,
        ["DUGOUT_FAULT"] = string.Join(',', faults),
    };
}
