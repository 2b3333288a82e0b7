using System.Runtime.InteropServices;

namespace Dugout.Infrastructure.Commands;

/// <summary>Signals to our processes, by Linux' numbers on x86 and ARM.</summary>
public static partial class ProcessSignal
{
    /// <summary>Ends a process at once, whatever it is doing.</summary>
    public const int Kill = 9;

    /// <summary>Lets a stopped process go on.</summary>
    public const int Continue = 18;

    /// <summary>Stops a process where it stands; everything it owns stays open.</summary>
    public const int Stop = 19;

    /// <summary>Sends one.</summary>
    /// <param name="process">To whom.</param>
    /// <param name="signal">Its number.</param>
    /// <returns>Whether there is such a process, and it is ours; if not, <see cref="Marshal.GetLastPInvokeError"/> says which of the two.</returns>
    public static bool TrySend(int process, int signal) => Send(process, signal) == 0;

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Send(int process, int signal);
}
