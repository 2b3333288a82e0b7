using System.Diagnostics;
using Dugout.Infrastructure.Servers;
using Dugout.Load.Disturbances;

namespace Dugout.Load.Trials;

/// <summary>A Redis of a system that can be killed and restarted with its data on disk. Disposing ends the restarted process.</summary>
/// <param name="program">The server's program.</param>
/// <param name="configuration">Its configuration file.</param>
/// <param name="process">The running process.</param>
internal sealed class KilledServer(ServerProgram program, string configuration, int process) : IDisposable
{
    private Process? _again;

    /// <summary>Kills it.</summary>
    public void Kill() => Signals.End(process);

    /// <summary>Restarts it.</summary>
    public void StartAgain()
    {
        var start = new ProcessStartInfo(program.Path, [configuration]) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in program.Environment) start.Environment[name] = value;
        _again = Process.Start(start)!;
        _again.BeginOutputReadLine();
        _again.BeginErrorReadLine();
    }

    /// <summary>Ends the restarted process.</summary>
    public void Dispose()
    {
        if (_again is null) return;
        _again.Kill();
        _again.WaitForExit();
        _again.Dispose();
    }
}
