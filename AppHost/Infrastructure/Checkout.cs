using System.Reflection;

namespace Dugout.Infrastructure;

/// <summary>The checkout this AppHost was built in.</summary>
internal static class Checkout
{
    /// <summary>Its folder: the one above the AppHost's project, which the build notes in the program.</summary>
    public static string Folder { get; } = Path.GetFullPath(Path.Combine(AppHostProject(), ".."));

    private static string AppHostProject() =>
        Assembly.GetEntryAssembly()?.GetCustomAttributes<AssemblyMetadataAttribute>()
            .FirstOrDefault(note => note.Key == "apphostprojectpath")?.Value ?? Environment.CurrentDirectory;
}
