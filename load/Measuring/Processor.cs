using System.Runtime.InteropServices;
using Dugout.Load.Client;

namespace Dugout.Load.Measuring;

/// <summary>Processor time to the nanosecond, in user code and kernel: of other processes over every thread they have or had, and of a thread.</summary>
internal static partial class Processor
{
    /// <summary>The use of a process since it began, in µs.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static double Microseconds(int process) =>
        ClockOf(process, out var clock) == 0 && Read(clock, out var time) == 0
            ? InMicroseconds(time)
            : throw new NoSystemException($"process {process} of the system is gone, or its processor time is unavailable");

    /// <summary>The use of the calling thread since it began, in µs.</summary>
    public static double MicrosecondsOfThisThread()
    {
        const int ThreadClock = 3;
        _ = Read(ThreadClock, out var time);
        return InMicroseconds(time);
    }

    private static double InMicroseconds(Time time) => (time.Seconds * 1e6) + (time.Nanoseconds / 1e3);

    [LibraryImport("libc", EntryPoint = "clock_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int ClockOf(int process, out int clock);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Read(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Time(nint Seconds, nint Nanoseconds);
}
