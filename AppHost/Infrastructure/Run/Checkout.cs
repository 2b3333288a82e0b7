using System.Reflection;

namespace Dugout.Infrastructure.Run;

/// <summary>The checkout an AppHost was built in.</summary>
internal static class Checkout
{
    /// <summary>Returns its folder: the parent of the AppHost's project, which the build records in the assembly.</summary>
    /// <param name="appHost">The AppHost's assembly: not always that of the running program, which may be a test.</param>
    public static string FolderOf(Assembly appHost) => Path.GetFullPath(Path.Combine(
        appHost.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(note => note.Key == "apphostprojectpath")?.Value ?? Environment.CurrentDirectory, ".."));
}
