namespace Dugout.Load.Experiments;

/// <summary>
/// How a program of the product is started with faults of <c>tests/Faults</c>: by its environment alone. The runtime loads that assembly first, and ASP.NET Core lets it replace
/// services; in the migrator it applies changes of the schema once the tables are made.
/// </summary>
internal static class FaultInjection
{
    private const string AssemblyName = "Dugout.Faults";

    /// <summary>The folder of one program's build, which has the same name for all: <c>artifacts/bin/[project]/[configuration]</c>.</summary>
    private static readonly DirectoryInfo Own = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>The assembly, as this program's build has made it.</summary>
    public static string Assembly { get; } = Path.Combine(Own.Parent?.Parent?.FullName ?? "", "Faults", Own.Name, $"{AssemblyName}.dll");

    /// <summary>The environment variables. A program that doesn't know one of the names doesn't start.</summary>
    /// <param name="faults">By the names they have there.</param>
    public static IReadOnlyDictionary<string, string> SettingsFor(IReadOnlyList<string> faults) => faults.Count == 0 ? new Dictionary<string, string>() : new()
    {
        ["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = AssemblyName,
        ["DOTNET_STARTUP_HOOKS"] = Assembly,
        ["DUGOUT_FAULT"] = string.Join(',', faults),
    };
}
