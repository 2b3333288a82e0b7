using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Dugout.Tests.Support;

/// <summary>
/// A process of a model that a test kills, freezes and starts again just as it was: same program, arguments, environment and
/// so ports. What a test starts again ends when the test process does.
/// </summary>
public sealed partial class KillableProcess : IDisposable
{
    // Bash, because it outlives us long enough: its input ends with us, and so does its child then.
    private const string Keep = "exec 2>/dev/null; \"$@\" </dev/null >/dev/null & echo $!; exec >/dev/null; read -r _; kill -9 $!; wait $!";

    private readonly string[] _command;
    private readonly Dictionary<string, string> _environment;
    private readonly string _folder;
    private Process? _keeper;

    /// <summary>Takes over a running process.</summary>
    /// <param name="id">Its process id.</param>
    /// <param name="command">Program and arguments; null reads them off the process, unless it has written its title over them.</param>
    /// <param name="environment">Its environment, likewise.</param>
    public KillableProcess(int id, string[]? command = null, IReadOnlyDictionary<string, string>? environment = null)
    {
        Id = id;
        _command = command ?? Words($"/proc/{id}/cmdline");
        _environment = environment?.ToDictionary()
            ?? Words($"/proc/{id}/environ").Select(pair => pair.Split('=', 2)).Where(pair => pair.Length == 2).ToDictionary(pair => pair[0], pair => pair[1]);
        _folder = Directory.ResolveLinkTarget($"/proc/{id}/cwd", returnFinalTarget: true)?.FullName ?? "";
    }

    /// <summary>The process as it is now.</summary>
    public int Id { get; private set; }

    /// <summary>Kills it at once and returns when it is gone.</summary>
    public async Task KillAsync()
    {
        using var process = Process.GetProcessById(Id);
        process.Kill();
        await process.WaitForExitAsync();
        Forget();
    }

    /// <summary>Starts it again. It may take a while until it answers.</summary>
    /// <param name="settings">Further environment.</param>
    public async Task StartAsync(params (string Name, string Value)[] settings)
    {
        ArgumentNullException.ThrowIfNull(settings);
        var start = new ProcessStartInfo("bash", ["-p", "-c", Keep, "bash", .. _command])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = _folder,
        };
        start.Environment.Clear();
        foreach (var (name, value) in _environment)
            start.Environment[name] = value;
        foreach (var (name, value) in settings)
            start.Environment[name] = value;
        _keeper = Process.Start(start)!;
        Id = int.Parse((await _keeper.StandardOutput.ReadLineAsync())!, System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Stops it where it stands; everything it owns stays open.</summary>
    public void Freeze() => Signal(19);

    /// <summary>Lets it go on.</summary>
    public void Thaw() => Signal(18);

    /// <inheritdoc/>
    public void Dispose() => Forget();

    private void Forget()
    {
        if (_keeper is null)
            return;
        _keeper.StandardInput.Close();
        _keeper.WaitForExit();
        _keeper.Dispose();
        _keeper = null;
    }

    private void Signal(int signal)
    {
        if (Kill(Id, signal) != 0)
            throw new InvalidOperationException($"Signal {signal} to {Id}: error {Marshal.GetLastPInvokeError()}.");
    }

    private static string[] Words(string file) => File.ReadAllText(file).Split('\0', StringSplitOptions.RemoveEmptyEntries);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int process, int signal);
}
