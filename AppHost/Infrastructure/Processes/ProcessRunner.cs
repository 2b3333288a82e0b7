using System.ComponentModel;
using CliWrap;
using CliWrap.Buffered;

namespace Dugout.Infrastructure.Processes;

/// <summary>Result of a finished program.</summary>
/// <param name="ExitCode">Its exit code; 0 is success.</param>
/// <param name="Output">Everything it wrote to standard output.</param>
/// <param name="Error">Everything it wrote to standard error.</param>
internal sealed record ToolResult(int ExitCode, string Output, string Error)
{
    /// <summary>Prefixes of error lines: apt's, and those of a statement during a server's bootstrap.</summary>
    private static readonly string[] Marks = ["E:", "ERROR:"];

    /// <summary>Whether the program succeeded.</summary>
    public bool Succeeded => ExitCode == 0;

    /// <summary>The lines that most likely name the error, joined: those marked as errors, else the last one.</summary>
    public string Complaint
    {
        get
        {
            var lines = (Error + "\n" + Output).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            var errors = lines.Where(line => Marks.Any(mark => line.StartsWith(mark, StringComparison.Ordinal)) || line.Contains("[ERROR]", StringComparison.Ordinal)).ToList();
            return errors.Count > 0 ? string.Join(" / ", errors) : lines.LastOrDefault() ?? $"exit code {ExitCode}";
        }
    }
}

/// <summary>Runs small helper programs to their end (apt-get, dpkg-deb, cp, a server that prints its version).</summary>
internal static class ProcessRunner
{
    /// <summary>
    /// Runs a program and collects its output. <paramref name="input"/> is written to standard input, which is then closed;
    /// if this process is killed, the program reads the end of its input and stops, too.
    /// </summary>
    /// <exception cref="StartFailedException">The program cannot be started.</exception>
    public static async Task<ToolResult> RunAsync(
        string program,
        IEnumerable<string> arguments,
        CancellationToken cancellation,
        string? folder = null,
        IReadOnlyDictionary<string, string>? environment = null,
        string? input = null)
    {
        // Messages are parsed here and quoted to the user: one language.
        var variables = new Dictionary<string, string?> { ["LC_ALL"] = "C" };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            variables[name] = value;
        try
        {
            var result = await Cli.Wrap(program)
                .WithArguments(arguments)
                .WithWorkingDirectory(folder ?? "")
                .WithEnvironmentVariables(variables)
                .WithStandardInputPipe(input is null ? PipeSource.Null : PipeSource.FromString(input))
                .WithValidation(CommandResultValidation.None)
                .ExecuteBufferedAsync(cancellation);
            return new ToolResult(result.ExitCode, result.StandardOutput, result.StandardError);
        }
        catch (Win32Exception fault)
        {
            throw new StartFailedException($"{program} could not be started: {(fault.InnerException ?? fault).Message}.", fault);
        }
    }

    /// <summary>Returns the path of the first executable file of that name in the folders; null if there is none.</summary>
    public static string? Find(string name, IEnumerable<string> folders) => FindAll(name, folders).FirstOrDefault();

    /// <summary>Returns every executable file of that name in the folders, in their order.</summary>
    public static IEnumerable<string> FindAll(string name, IEnumerable<string> folders) =>
        folders.Select(folder => Path.Combine(folder, name)).Where(IsExecutable).Distinct();

    /// <summary>Whether the path is an executable file.</summary>
    public static bool IsExecutable(string path)
    {
        const UnixFileMode execute = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        return File.Exists(path) && (OperatingSystem.IsWindows() || (File.GetUnixFileMode(path) & execute) != 0);
    }
}
