using System.Runtime.InteropServices;

namespace Dugout.Tests.Support;

/// <summary>Signals to processes, by their numbers on Linux.</summary>
public static partial class Signals
{
    /// <summary>As Ctrl-C sends it.</summary>
    public const int Interrupt = 2;

    /// <summary>Ends a process at once.</summary>
    public const int Kill = 9;

    /// <summary>Asks a process to end.</summary>
    public const int Terminate = 15;

    /// <summary>Lets a stopped process go on.</summary>
    public const int Continue = 18;

    /// <summary>Stops a process where it stands; everything it owns stays open.</summary>
    public const int Stop = 19;

    /// <summary>Sends one.</summary>
    /// <exception cref="InvalidOperationException">There is no such process, or it is somebody else's.</exception>
    public static void Send(int process, int signal)
    {
        if (SendSignal(process, signal) != 0)
            throw new InvalidOperationException($"Signal {signal} to {process}: error {Marshal.GetLastPInvokeError()}.");
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int SendSignal(int process, int signal);
}
