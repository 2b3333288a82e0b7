using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Watches the <c>dotnet run</c> that started this program. It forwards SIGTERM, and a terminal's Ctrl-C reaches both processes;
/// but when it is killed with SIGKILL, this program gets no signal and would run on without a parent that could stop it.
/// </summary>
public sealed class DotnetRunParent : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    private readonly Timer _timer;
    private int _told;

    private DotnetRunParent(ProcessIdentity parent, Action died) => _timer = new(_ =>
    {
        // When the parent is gone, this process has another parent, even if the old process id has been reused.
        if (ProcessIdentity.ParentOf(Environment.ProcessId) != parent.Id && Interlocked.Exchange(ref _told, 1) == 0)
            died();
    }, null, TimeSpan.Zero, Interval);

    /// <summary>Calls back once, soon after the <c>dotnet run</c> that started this program has died. Returns null when there is none.</summary>
    /// <param name="died">Called on a pool thread.</param>
    public static DotnetRunParent? Watch(Action died) => Find() is { } parent ? new(parent, died) : null;

    /// <summary>Stops watching.</summary>
    public void Dispose() => _timer.Dispose();

    /// <summary>Returns the <c>dotnet run</c> that started this program, if there is one.</summary>
    internal static ProcessIdentity? Find() =>
        OperatingSystem.IsLinux()
        && ProcessIdentity.ParentOf(Environment.ProcessId) is { } parent
        && IsDotnetRun(ProcessIdentity.CommandLine(parent))
            ? ProcessIdentity.Of(parent)
            : null;

    /// <summary>Whether a command line is one of <c>dotnet run</c> (<c>run</c> is the first command, after the tool's own options).</summary>
    internal static bool IsDotnetRun(string[] words) =>
        words.Length >= 2
        && Path.GetFileName(words[0]) == "dotnet"
        && words.Skip(1).FirstOrDefault(word => !word.StartsWith('-')) == "run";
}
