using System.Runtime.InteropServices;

namespace Dugout.Infrastructure;

/// <summary>
/// Has projects run as the programs that the build has made. By itself Aspire runs <c>dotnet run</c> for each: as many builds at once, and a process in between
/// which would get the signals that are meant for the program.
/// </summary>
internal static class BuiltPrograms
{
    /// <summary>The folder of one program's build, which has the same name for all: <c>artifacts/bin/[project]/[configuration]</c>.</summary>
    private static readonly DirectoryInfo Own = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>Where this process' runtime was installed; programs look for theirs there.</summary>
    private static readonly string DotnetRoot = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));

    /// <summary>Does so for every project that has been added and built. One that isn't built is left to Aspire, which builds it.</summary>
    public static void RunBuiltPrograms(this IDistributedApplicationBuilder builder)
    {
        // An IDE starts programs itself, under its debugger.
        if (builder.Configuration["DEBUG_SESSION_PORT"] is { Length: > 0 })
            return;
        foreach (var project in builder.Resources.OfType<ProjectResource>())
        {
            var file = project.GetProjectMetadata().ProjectPath;
            if (ProgramOf(file) is { } program)
            {
                builder.CreateResourceBuilder(project)
                    .WithAnnotation(new ExecutableAnnotation { Command = program, WorkingDirectory = Path.GetDirectoryName(program)! })
                    .WithEnvironment("DOTNET_ROOT", DotnetRoot);
            }
        }
    }

    private static string? ProgramOf(string project)
    {
        var name = Path.GetFileNameWithoutExtension(project);
        var program = Path.Combine(Own.Parent?.Parent?.FullName ?? "", name, Own.Name, $"Dugout.{name}{(OperatingSystem.IsWindows() ? ".exe" : "")}");
        return File.Exists(program) ? program : null;
    }
}
