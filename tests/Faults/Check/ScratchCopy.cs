using System.Diagnostics;
using System.Text;

namespace Dugout.Faults.Check;

/// <summary>
/// A copy of the checkout with every edit made, in <c>artifacts/faults/source</c>. What hasn't changed since the last time keeps its time stamp,
/// so it isn't compiled again.
/// </summary>
internal sealed class ScratchCopy
{
    /// <summary>Compiled into each project that an edit touches.</summary>
    private const string Switch = "FaultSwitch.cs";

    /// <summary>Beside the checkout's own files.</summary>
    private const string Built = "artifacts";

    /// <summary>Its folder.</summary>
    public static string Root { get; } = Path.Combine(Checkout.Root, Built, "faults", "source");

    /// <summary>Makes it what the checkout is now.</summary>
    /// <returns>Why an edit can't be made; empty when all are.</returns>
    public static IReadOnlyList<string> Make(IReadOnlyList<SourceEdit> edits)
    {
        var sources = Checkout.Sources();
        List<string> errors = [.. edits.Select(edit => edit.ErrorIn(sources)).OfType<string>()];
        if (errors.Count > 0)
            return errors;

        var files = Checkout.Files().ToDictionary(path => path, path => File.ReadAllBytes(Path.Combine(Checkout.Root, path)));
        foreach (var edit in edits)
            files[edit.File] = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(files[edit.File]).Replace(edit.Find, edit.Replacement, StringComparison.Ordinal));
        using var text = new MemoryStream();
        typeof(ScratchCopy).Assembly.GetManifestResourceStream(Switch)!.CopyTo(text);
        foreach (var project in edits.Select(edit => string.Join('/', edit.File.Split('/').Take(2))).Distinct())
            files[$"{project}/{Switch}"] = text.ToArray();

        Directory.CreateDirectory(Root);
        foreach (var (path, bytes) in files)
            Write(Path.Combine(Root, path), bytes);
        foreach (var left in Left(files.Keys.ToHashSet()))
            File.Delete(left);
        return [];
    }

    /// <summary>Builds projects of it.</summary>
    /// <returns>What the build says; empty when it succeeds.</returns>
    public static async Task<string> BuildAsync(IEnumerable<string> projects)
    {
        foreach (var project in projects)
        {
            // What is compiled here isn't judged here: analyzers and style have seen the checkout.
            var start = new ProcessStartInfo("dotnet", ["build", project, "-nologo", "-v", "quiet", "-p:RunAnalyzers=false", "-p:TreatWarningsAsErrors=false", "-p:WarningLevel=0"])
            {
                RedirectStandardOutput = true,
                WorkingDirectory = Root,
            };
            using var build = Process.Start(start)!;
            var said = await build.StandardOutput.ReadToEndAsync();
            await build.WaitForExitAsync();
            if (build.ExitCode != 0)
                return said;
        }

        return "";
    }

    private static void Write(string path, byte[] bytes)
    {
        if (File.Exists(path) && File.ReadAllBytes(path).AsSpan().SequenceEqual(bytes))
            return;
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes(path, bytes);
    }

    /// <summary>Files of an earlier copy that the checkout no longer has.</summary>
    private static IEnumerable<string> Left(HashSet<string> files) =>
        from file in Directory.EnumerateFiles(Root, "*", SearchOption.AllDirectories).ToList()
        let path = Path.GetRelativePath(Root, file)
        where !path.StartsWith(Built + "/", StringComparison.Ordinal) && !files.Contains(path)
        select file;
}
