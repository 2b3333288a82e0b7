using System.Diagnostics;

namespace Dugout.Features.Shared;

/// <summary>
/// Places at which a test kills the process, as a crash would, to see what survives. They are compiled into debug builds
/// only; the environment variable <c>DUGOUT_FAILPOINT</c> names one and the passing at which it strikes:
/// <c>after-send:3</c>.
/// </summary>
internal static class Failpoints
{
    /// <summary>A message is about to be told to its receivers.</summary>
    public const string BeforeSend = "before-send";

    /// <summary>All its receivers have taken a message.</summary>
    public const string AfterSend = "after-send";

    /// <summary>Delivered messages are about to be forgotten.</summary>
    public const string BeforeMark = "before-mark";

    /// <summary>The payment partner has answered, and nobody knows it yet.</summary>
    public const string AfterAsking = "after-asking";

#if DEBUG
    private static readonly string[] Named = Environment.GetEnvironmentVariable("DUGOUT_FAILPOINT")?.Split(':') ?? [];
    private static int _passings;
#endif

    /// <summary>Comes by one of the places. Where it strikes, this is the process's last call: nothing is cleaned up.</summary>
    [Conditional("DEBUG")]
    public static void Pass(string place)
    {
#if DEBUG
        if (Named is [var name, var passing] && name == place && $"{Interlocked.Increment(ref _passings)}" == passing)
        {
            using var self = Process.GetCurrentProcess();
            self.Kill();
            Thread.Sleep(Timeout.Infinite); // The signal is on its way; not a statement more.
        }
#endif
    }
}
