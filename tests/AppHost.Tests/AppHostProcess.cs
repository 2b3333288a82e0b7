using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;

namespace Dugout.AppHost.Tests;

/// <summary>The AppHost as a user runs it: a process of its own, in a run folder of its own, on random ports.</summary>
internal sealed class AppHostProcess : IAsyncDisposable
{
    private static readonly string Built = Path.GetFullPath(Path.Combine(
        AppContext.BaseDirectory, "../../AppHost", Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory))));

    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly string _runFolder;

    private AppHostProcess(Process process, string runFolder)
    {
        _process = process;
        _runFolder = runFolder;
        process.OutputDataReceived += Keep;
        process.ErrorDataReceived += Keep;
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>The pid of the AppHost itself, also when `dotnet run` stands around it.</summary>
    public int Id => _process.Id;

    public string Output
    {
        get
        {
            lock (_output)
                return _output.ToString();
        }
    }

    /// <summary>What it said, but for the line that announces where the engine of this run of tests comes from.</summary>
    public string[] Lines =>
        [.. Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Where(line => !line.Contains("as requested; use it for tests only", StringComparison.Ordinal))];

    /// <summary>The engine that this run of tests is on, as settings of an AppHost.</summary>
    public static string[] EngineSettings { get; } = TestServers.EngineOfThisRun == DatabaseEngine.MySql ? ["--engine", "mysql", "--mysql-download", "sid"] : [];

    public string RunFile => Path.Combine(_runFolder, "apphost.json");

    public static AppHostProcess Start(string runFolder, params string[] settings) => Start(runFolder, port: 0, settings);

    public static AppHostProcess Start(string runFolder, int port, params string[] settings) => Start(
        Path.Combine(Built, "Dugout.AppHost"),
        ["--run-dir", runFolder, "--port", $"{port}", .. settings.Any(setting => setting.StartsWith("--engine", StringComparison.Ordinal) || setting.StartsWith("--mysql-download", StringComparison.Ordinal)) ? [] : EngineSettings, .. settings],
        runFolder);

    /// <summary>In an environment that differs from ours by some variables.</summary>
    public static AppHostProcess Start(string runFolder, IReadOnlyDictionary<string, string> environment, params string[] settings) => Start(
        "env", [.. environment.Select(variable => $"{variable.Key}={variable.Value}"), Path.Combine(Built, "Dugout.AppHost"), "--run-dir", runFolder, "--port", "0", .. EngineSettings, .. settings], runFolder);

    /// <summary>Behind another program, which becomes it in the end: as another user, or on a disk of its own.</summary>
    /// <param name="runFolder">The run folder.</param>
    /// <param name="before">That program and its arguments.</param>
    /// <param name="settings">The AppHost's.</param>
    public static AppHostProcess StartBehind(string runFolder, string[] before, params string[] settings) =>
        Start(before[0], [.. before[1..], Path.Combine(Built, "Dugout.AppHost"), "--run-dir", runFolder, "--port", "0", .. EngineSettings, .. settings], runFolder);

    /// <summary>As the README says: through `dotnet run`, here without building again.</summary>
    public static AppHostProcess DotnetRun(string runFolder, params string[] settings) => Start(
        "dotnet",
        ["run", "--no-build", "--project", Path.GetFullPath(Path.Combine(Built, "../../../../AppHost")), "--", "--run-dir", runFolder, "--port", "0", .. EngineSettings, .. settings],
        runFolder);

    /// <summary>Waits until all is ready.</summary>
    /// <returns>Its run file.</returns>
    public async Task<JsonElement> ReadyAsync()
    {
        await SaysReadyAsync();
        return JsonDocument.Parse(await File.ReadAllTextAsync(RunFile)).RootElement;
    }

    /// <summary>Waits until it says that all is ready; the file may still be there from a killed run.</summary>
    /// <returns>Where its gateway is, as it says.</returns>
    public async Task<Uri> SaysReadyAsync()
    {
        var deadline = DateTime.UtcNow + Wait.StartPatience;
        while (!Output.Contains("Dugout is ready", StringComparison.Ordinal))
        {
            if (_process.HasExited || DateTime.UtcNow > deadline)
                throw new InvalidOperationException($"The AppHost did not become ready:\n{Output}");
            await Task.Delay(50);
        }

        return new(Output.Split("Dugout is ready at ")[1].Split(". ")[0]);
    }

    /// <summary>Waits for its end.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> EndAsync()
    {
        using var patience = new CancellationTokenSource(Wait.StartPatience);
        await _process.WaitForExitAsync(patience.Token);
        return _process.ExitCode;
    }

    public void Signal(int signal) => Signals.Send(_process.Id, signal);

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            Signal(Signals.Terminate);
            await EndAsync();
        }

        _process.Dispose();
    }

    private static AppHostProcess Start(string program, string[] arguments, string runFolder)
    {
        // As from a terminal: a test run that was started in the background hands down that SIGINT is ignored.
        var start = new ProcessStartInfo("env", ["--default-signal=INT", program, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true };
        // The server settings of the test run apply to them, too; its other settings do not.
        foreach (var name in start.Environment.Keys.Where(name => name.StartsWith("DUGOUT__", StringComparison.Ordinal) && name != "DUGOUT__SERVERSOURCE").ToList())
            start.Environment.Remove(name);
        // As `dotnet run` has it by the launch profile: programs send their metrics each second then, not each minute.
        start.Environment["DOTNET_ENVIRONMENT"] = "Development";
        return new(Process.Start(start)!, runFolder);
    }

    private void Keep(object sender, DataReceivedEventArgs line)
    {
        lock (_output)
            _output.AppendLine(line.Data);
    }
}
