using System.Runtime.InteropServices;

namespace Dugout.Infrastructure.Processes;

/// <summary>Signals to processes, by Linux' numbers on x86 and ARM.</summary>
public static partial class ProcessSignal
{
    /// <summary>Ends a process immediately.</summary>
    public const int Kill = 9;

    /// <summary>Resumes a stopped process.</summary>
    public const int Continue = 18;

    /// <summary>Suspends a process; everything it owns stays open.</summary>
    public const int Stop = 19;

    /// <summary>Sends a signal.</summary>
    /// <param name="process">The process id.</param>
    /// <param name="signal">The signal number.</param>
    /// <returns>Whether the process exists and may be signalled; if not, <see cref="Marshal.GetLastPInvokeError"/> returns the reason.</returns>
    public static bool TrySend(int process, int signal) => Send(process, signal) == 0;

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Send(int process, int signal);
}
