using System.Runtime.InteropServices;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Runs projects as the programs that the build has produced. By default Aspire runs <c>dotnet run</c> for each: that means as many concurrent builds, and a process in between
/// that receives the signals meant for the program.
/// </summary>
internal static class BuiltPrograms
{
    /// <summary>Output folder of a program, with the same layout for all: <c>artifacts/bin/[project]/[configuration]</c>.</summary>
    private static readonly DirectoryInfo Own = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));

    /// <summary>Installation folder of this process' runtime, in which programs look for theirs.</summary>
    private static readonly string DotnetRoot = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));

    /// <summary>Applies to every added project that has been built. Aspire builds the others itself.</summary>
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
