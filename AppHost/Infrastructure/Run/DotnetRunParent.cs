namespace Dugout.Infrastructure;

/// <summary>
/// Watches the <c>dotnet run</c> around this program. It passes SIGTERM on to us, and a terminal's Ctrl-C reaches both;
/// but when it is killed outright nothing tells us, and we would run on without anybody who could stop us.
/// </summary>
public sealed class DotnetRunParent : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    private readonly Timer _timer;
    private int _told;

    private DotnetRunParent(ProcessIdentity parent, Action died) => _timer = new(_ =>
    {
        // Once it is gone we have another parent, whatever its old number stands for by now.
        if (ProcessIdentity.ParentOf(Environment.ProcessId) != parent.Id && Interlocked.Exchange(ref _told, 1) == 0)
            died();
    }, null, TimeSpan.Zero, Interval);

    /// <summary>Calls back once, soon after the <c>dotnet run</c> around this program has died. Null when there is none.</summary>
    /// <param name="died">Called on a pool thread.</param>
    public static DotnetRunParent? Watch(Action died) => Find() is { } parent ? new(parent, died) : null;

    /// <summary>Stops watching.</summary>
    public void Dispose() => _timer.Dispose();

    /// <summary>The <c>dotnet run</c> that started this program, if one did.</summary>
    internal static ProcessIdentity? Find() =>
        OperatingSystem.IsLinux()
        && ProcessIdentity.ParentOf(Environment.ProcessId) is { } parent
        && IsDotnetRun(ProcessIdentity.CommandLine(parent))
            ? ProcessIdentity.Of(parent)
            : null;

    /// <summary>Whether a command line is one of <c>dotnet run</c> (with the command first, as the tool wants it, after its own options).</summary>
    internal static bool IsDotnetRun(string[] words) =>
        words.Length >= 2
        && Path.GetFileName(words[0]) == "dotnet"
        && words.Skip(1).FirstOrDefault(word => !word.StartsWith('-')) == "run";
}
