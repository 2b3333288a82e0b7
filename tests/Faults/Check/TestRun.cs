using System.Diagnostics;
using System.Xml.Linq;
using Dugout.Faults.Injection;

namespace Dugout.Faults.Check;

/// <summary>What a case of a test came to.</summary>
/// <param name="Test">Class and method.</param>
/// <param name="Display">Its name with its arguments.</param>
/// <param name="Result"><c>Pass</c>, <c>Fail</c> or <c>Skip</c>.</param>
/// <param name="Exception">The type of what it failed with; empty where it didn't.</param>
/// <param name="Message">What that says.</param>
internal sealed record TestCaseResult(string Test, string Display, string Result, string Exception, string Message)
{
    /// <summary>Whether it failed by an assertion, and not because something didn't start or broke.</summary>
    public bool FailedByAssertion => Result == "Fail" && Exception.StartsWith("Xunit.Sdk.", StringComparison.Ordinal);
}

/// <summary>Runs tests of the scratch copy, in a process of their own, with faults in its environment.</summary>
internal static class TestRun
{
    /// <summary>Many times what one fault's tests take.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    private static string BuiltFolder => new DirectoryInfo(AppContext.BaseDirectory).Name;

    /// <summary>Runs tests of one project.</summary>
    /// <param name="project">The project, such as <c>Features.Tests</c>.</param>
    /// <param name="tests">Which.</param>
    /// <param name="name">What the files of its results are called after.</param>
    /// <param name="switches">The faults; empty for none.</param>
    /// <returns>The cases; none where the run broke down.</returns>
    public static async Task<IReadOnlyList<TestCaseResult>> RunAsync(string project, IEnumerable<NamedTest> tests, string name, string switches)
    {
        var output = Path.Combine(ScratchCopy.Root, "..");
        var results = Path.Combine(output, $"{name}-{project}.xml");
        var log = Path.ChangeExtension(results, "log");
        File.Delete(results);
        var built = Path.Combine(ScratchCopy.Root, "artifacts/bin");
        var start = new ProcessStartInfo(Path.Combine(built, project, BuiltFolder, $"Dugout.{project}"), ["-noColor", "-xml", results])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = ScratchCopy.Root,
        };
        foreach (var test in tests.Select(test => test.FullName).Distinct())
        {
            start.ArgumentList.Add("-method");
            start.ArgumentList.Add(test);
        }

        start.Environment[ActiveFaults.Variable] = switches;
        start.Environment["ASPNETCORE_HOSTINGSTARTUPASSEMBLIES"] = typeof(ServiceFaults).Assembly.GetName().Name;
        start.Environment["DOTNET_STARTUP_HOOKS"] = Path.Combine(built, "Faults", BuiltFolder, "Dugout.Faults.dll");
        using var process = Process.Start(start)!;
        var said = Task.WhenAll(process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            await process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
        }

        await File.WriteAllTextAsync(log, string.Concat(await said));
        return File.Exists(results) ? Read(results) : [];
    }

    private static List<TestCaseResult> Read(string results) =>
    [
        .. from test in XDocument.Load(results).Descendants("test")
           let failure = test.Element("failure")
           select new TestCaseResult(
               $"{(string?)test.Attribute("type")}.{(string?)test.Attribute("method")}", (string?)test.Attribute("name") ?? "", (string?)test.Attribute("result") ?? "",
               (string?)failure?.Attribute("exception-type") ?? "", (string?)failure?.Element("message") ?? ""),
    ];
}
