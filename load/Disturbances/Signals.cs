using Dugout.Infrastructure.Commands;
using Dugout.Load.Client;

namespace Dugout.Load.Disturbances;

/// <summary>Stops a process where it is, and lets it go on; it isn't asked and doesn't notice but by the clock.</summary>
internal static class Signals
{
    /// <summary>From now on it does nothing.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static void Freeze(int process) => Send(process, ProcessSignal.Stop);

    /// <summary>It goes on where it was.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void GoOn(int process) => Send(process, ProcessSignal.Continue);

    /// <summary>It ends at once, whatever it was doing, as if the power had gone for it alone.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void End(int process) => Send(process, ProcessSignal.Kill);

    private static void Send(int process, int signal)
    {
        if (!ProcessSignal.TrySend(process, signal)) throw new NoSystemException($"process {process} of the system is gone, or isn't ours");
    }
}
