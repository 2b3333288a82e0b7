using System.Reflection;

namespace Dugout.Infrastructure;

/// <summary>The checkout an AppHost was built in.</summary>
internal static class Checkout
{
    /// <summary>Its folder: the one above the AppHost's project, which the build notes in the program.</summary>
    /// <param name="appHost">The AppHost: not always the program that runs, which may be a test.</param>
    public static string FolderOf(Assembly appHost) => Path.GetFullPath(Path.Combine(
        appHost.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(note => note.Key == "apphostprojectpath")?.Value ?? Environment.CurrentDirectory, ".."));
}
