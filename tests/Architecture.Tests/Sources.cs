using System.Reflection;

namespace Dugout.Architecture.Tests;

/// <summary>A checkout as text: what the rules are checked against. Made from the real one, or by hand with something planted in it.</summary>
internal sealed record Sources(IReadOnlyDictionary<string, string> Files)
{
    private static readonly string[] Endings = [".cs", ".csproj", ".sql", ".props", ".targets"];
    private static readonly string[] Generated = ["/obj/", "/bin/", "artifacts/", ".run/", ".git/"];

    /// <summary>The folder of the checkout these tests were built from.</summary>
    public static string Root { get; } = typeof(Sources).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(note => note.Key == "checkout").Value!;

    /// <summary>That checkout.</summary>
    public static Sources Real { get; } = Read(Root);

    /// <summary>The real checkout with one file more, or another text in one.</summary>
    public static Sources Planted(string path, string text) =>
        new(Real.Files.Where(file => file.Key != path).Append(new(path, text)).ToDictionary());

    /// <summary>The files below a folder, by path from the checkout's root, with forward slashes.</summary>
    public IEnumerable<KeyValuePair<string, string>> Under(string folder, string ending = ".cs") =>
        Files.Where(file => file.Key.StartsWith(folder + "/", StringComparison.Ordinal) && file.Key.EndsWith(ending, StringComparison.Ordinal));

    private static Sources Read(string root) => new(
        Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories)
            .Select(file => (Full: file, Path: Path.GetRelativePath(root, file).Replace('\\', '/')))
            .Where(file => Endings.Contains(Path.GetExtension(file.Path)) && !Generated.Any(part => ("/" + file.Path).Contains("/" + part.TrimStart('/'), StringComparison.Ordinal)))
            .ToDictionary(file => file.Path, file => File.ReadAllText(file.Full)));
}
