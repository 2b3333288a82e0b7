// Finds programs that the build has made: <checkout>/artifacts/<set>/bin/<Project>/<pivot>/, side by side for all projects.
using System.Reflection;
using System.Runtime.InteropServices;

namespace Aspire.Hosting.Running;

internal static class BuildOutput
{
    private static readonly DirectoryInfo Pivot = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
    private static readonly DirectoryInfo? Bin = Pivot.Parent?.Parent;

    /// <summary>The runtime's own launcher, so that children run on the runtime the AppHost runs on.</summary>
    public static string DotNet { get; } = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    /// <summary>The dll to run for a project file. Never `dotnet run`: three of those at once would build the same obj folder.</summary>
    public static string ProgramOf(string projectPath)
    {
        var name = Path.GetFileNameWithoutExtension(projectPath);
        var folder = Path.Combine(Bin?.FullName ?? "", name, Pivot.Name);
        const string Marker = ".runtimeconfig.json";
        var programs = Directory.Exists(folder)
            ? Directory.GetFiles(folder, "*" + Marker).Select(file => file[..^Marker.Length] + ".dll").Where(File.Exists).ToArray()
            : [];
        return programs.FirstOrDefault(dll => Path.GetFileNameWithoutExtension(dll).EndsWith(name, StringComparison.OrdinalIgnoreCase))
            ?? programs.FirstOrDefault()
            ?? throw new DistributedApplicationException($"project '{name}' is not built: no program in {folder} (build it, or the solution, first)");
    }

    /// <summary>The folder of a built project's source: recorded in the assembly, as Aspire's SDK does, or found by its name.</summary>
    public static string ProjectDirectory(Assembly? assembly)
    {
        var recorded = assembly?.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(metadata => string.Equals(metadata.Key, "apphostprojectpath", StringComparison.OrdinalIgnoreCase))?.Value;
        if (recorded is not null)
            return recorded;
        var checkout = Bin?.Parent?.Parent?.Parent?.FullName;
        var name = Pivot.Parent?.Name ?? "";
        return ((string[])["", "src", "tests"])
            .Select(folder => Path.Combine(checkout ?? "", folder, name))
            .FirstOrDefault(folder => File.Exists(Path.Combine(folder, name + ".csproj"))) ?? Environment.CurrentDirectory;
    }
}
