using System.Runtime.InteropServices;
using Dugout.Infrastructure.Processes;

namespace Dugout.Tests.Support;

/// <summary>Signals to processes, by their numbers on Linux.</summary>
public static class Signals
{
    /// <summary>As Ctrl-C sends it.</summary>
    public const int Interrupt = 2;

    /// <summary>Ends a process at once.</summary>
    public const int Kill = ProcessSignal.Kill;

    /// <summary>Asks a process to end.</summary>
    public const int Terminate = 15;

    /// <summary>Lets a stopped process go on.</summary>
    public const int Continue = ProcessSignal.Continue;

    /// <summary>Stops a process where it stands; everything it owns stays open.</summary>
    public const int Stop = ProcessSignal.Stop;

    /// <summary>Sends one.</summary>
    /// <exception cref="InvalidOperationException">There is no such process, or it belongs to another user.</exception>
    public static void Send(int process, int signal)
    {
        if (!ProcessSignal.TrySend(process, signal))
            throw new InvalidOperationException($"Signal {signal} to {process}: error {Marshal.GetLastPInvokeError()}.");
    }
}
