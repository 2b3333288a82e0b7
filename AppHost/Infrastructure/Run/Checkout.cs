using System.Reflection;

namespace Dugout.Infrastructure.Run;

/// <summary>The checkout a program was built in or runs in.</summary>
public static class Checkout
{
    private const string Mark = "Solution.sln";

    /// <summary>The root of the checkout around the current folder, or else around this program; null outside of one.</summary>
    public static string? Current { get; } = Around(Directory.GetCurrentDirectory()) ?? Around(AppContext.BaseDirectory);

    /// <summary>Returns the root of the checkout around a folder; null outside of one.</summary>
    public static string? Around(string folder)
    {
        for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
        {
            if (File.Exists(Path.Combine(at.FullName, Mark)))
                return at.FullName;
        }

        return null;
    }

    /// <summary>Returns its folder: the parent of the AppHost's project, which the build records in the assembly.</summary>
    /// <param name="appHost">The AppHost's assembly: not always that of the running program, which may be a test.</param>
    internal static string FolderOf(Assembly appHost) => Path.GetFullPath(Path.Combine(
        appHost.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(note => note.Key == "apphostprojectpath")?.Value ?? Environment.CurrentDirectory, ".."));
}
