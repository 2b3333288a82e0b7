using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Processes of a run folder whose AppHost is gone. Aspire's orchestrator ends them some seconds after the AppHost was killed, but they survive if it was killed,
/// too. Each carries the folder in its environment, by which the next start finds them.
/// </summary>
internal static class LeftoverProcesses
{
    /// <summary>The environment variable of every program of a run folder.</summary>
    public const string Variable = "DUGOUT_RUN_FOLDER";

    private const int Terminate = 15;

    /// <summary>Longer than any program of the system takes for a clean stop.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    /// <summary>Sends SIGTERM to the processes of a folder, kills those that still run after twenty seconds, and returns when none is left.</summary>
    /// <param name="folder">The run folder, whose lock is held.</param>
    /// <param name="announce">Receives lines for the user.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <param name="patience">Time limit of the clean stop.</param>
    public static async Task EndAsync(string folder, Action<string> announce, CancellationToken cancellation, TimeSpan? patience = null)
    {
        var since = TimeProvider.System.GetTimestamp();
        var asked = new HashSet<int>();
        while (Of(folder) is { Count: > 0 } left)
        {
            if (asked.Count == 0)
                announce($"{left.Count} processes of a killed AppHost are still running; stopping them.");
            var isLate = TimeProvider.System.GetElapsedTime(since) > (patience ?? Patience);
            foreach (var process in left.Where(process => asked.Add(process) || isLate))
            {
                ProcessSignal.TrySend(process, isLate ? ProcessSignal.Kill : Terminate);
                // A frozen process would never handle the signal.
                ProcessSignal.TrySend(process, ProcessSignal.Continue);
            }

            await Task.Delay(Interval, cancellation);
        }
    }

    /// <summary>Returns the ids of a folder's processes. Empty where the system has no <c>/proc</c>.</summary>
    public static IReadOnlyList<int> Of(string folder)
    {
        if (!OperatingSystem.IsLinux())
            return [];
        var variable = $"{Variable}={folder}";
        return
        [
            .. from path in Directory.EnumerateDirectories("/proc")
               let id = int.TryParse(Path.GetFileName(path), out var number) ? number : 0
               where id > 0 && id != Environment.ProcessId && EnvironmentOf(path).Contains(variable) && ProcessIdentity.Of(id) is { IsAlive: true }
               select id
        ];
    }

    private static string[] EnvironmentOf(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "environ")).Split('\0');
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user.
            return [];
        }
    }
}
