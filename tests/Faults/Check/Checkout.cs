using System.Diagnostics;
using System.Reflection;

namespace Dugout.Faults.Check;

/// <summary>The checkout this program was built from.</summary>
public static class Checkout
{
    private static readonly string[] Folders = ["src", "tests", "load", "AppHost", ".config"];

    /// <summary>Its folder.</summary>
    public static string Root { get; } =
        typeof(Checkout).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(note => note.Key == "checkout").Value!;

    /// <summary>The files that a build of the tests needs, by path from the root: those git knows or would take, and that are there.</summary>
    internal static IReadOnlyList<string> Files()
    {
        var start = new ProcessStartInfo("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]) { RedirectStandardOutput = true, WorkingDirectory = Root };
        using var git = Process.Start(start)!;
        var listed = git.StandardOutput.ReadToEnd().Split('\0', StringSplitOptions.RemoveEmptyEntries);
        git.WaitForExit();
        return [.. listed.Distinct().Where(path => IsNeeded(path) && File.Exists(Path.Combine(Root, path)))];
    }

    /// <summary>The C# sources of the product, by path from the root.</summary>
    public static IReadOnlyDictionary<string, string> Sources() =>
        Files().Where(path => path.StartsWith("src/", StringComparison.Ordinal) && path.EndsWith(".cs", StringComparison.Ordinal))
            .ToDictionary(path => path, path => File.ReadAllText(Path.Combine(Root, path)));

    private static bool IsNeeded(string path) => !path.Contains('/') || Folders.Contains(path.Split('/')[0]);
}
