// Sleeps for less than a millisecond, which a thread's own sleep can't: it would make every second start late by one.

using System.Diagnostics;
using System.Runtime.InteropServices;

namespace NBomber.Engine;

internal static partial class Nap
{
    // At ten thousand starts a second a nap for each would cost more than the starts: what falls due in this time starts together.
    private const double Shortest = 200e-6;

    // So soon a stop is noticed.
    private const double Longest = 0.1;

    // About as long as asked, and a little over; never longer than the time in which a stop has to be noticed.
    public static void For(long stopwatchTicks)
    {
        var seconds = Math.Clamp(stopwatchTicks / (double)Stopwatch.Frequency, Shortest, Longest);
        if (!OperatingSystem.IsLinux())
        {
            Thread.Sleep(Math.Max(1, (int)(seconds * 1_000)));
            return;
        }

        var time = new Time(0, (nint)(seconds * 1e9));
        _ = Sleep(time, 0); // woken early it comes back sooner, and the caller looks at its clock anyway
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Sleep(in Time time, nint left);

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Time(nint Seconds, nint Nanoseconds);
}
