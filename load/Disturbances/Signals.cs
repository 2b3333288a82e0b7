using Dugout.Infrastructure.Processes;
using Dugout.Load.Client;

namespace Dugout.Load.Disturbances;

/// <summary>Freezes, continues and kills processes. A frozen process is not notified, and can notice it only by the clock.</summary>
internal static class Signals
{
    /// <summary>Freezes it.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static void Freeze(int process) => Send(process, ProcessSignal.Stop);

    /// <summary>Lets it continue where it was.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void Continue(int process) => Send(process, ProcessSignal.Continue);

    /// <summary>Kills it at once, whatever it was doing, as if it alone had lost power.</summary>
    /// <exception cref="NoSystemException">There is no such process any more.</exception>
    public static void End(int process) => Send(process, ProcessSignal.Kill);

    private static void Send(int process, int signal)
    {
        if (!ProcessSignal.TrySend(process, signal)) throw new NoSystemException($"process {process} of the system is gone, or belongs to another user");
    }
}
