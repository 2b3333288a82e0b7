using System.Runtime.InteropServices;

namespace Dugout.Load.Disturbances;

/// <summary>Stops a process where it is, and lets it go on; it isn't asked and doesn't notice but by the clock.</summary>
internal static partial class Signals
{
    // As Linux numbers them on x86 and ARM.
    private const int Kill = 9;
    private const int Continue = 18;
    private const int Stop = 19;

    /// <summary>From now on it does nothing.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static void Freeze(int process) => Send(process, Stop);

    /// <summary>It goes on where it was.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void GoOn(int process) => Send(process, Continue);

    /// <summary>It ends at once, whatever it was doing, as if the power had gone for it alone.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void End(int process) => Send(process, Kill);

    private static void Send(int process, int signal)
    {
        if (Signal(process, signal) != 0) throw new NoSystemException($"process {process} of the system is gone, or isn't ours");
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Signal(int process, int signal);
}
