using System.Runtime.InteropServices;
using Dugout.Load.Client;

namespace Dugout.Load.Measuring;

/// <summary>Processor time of other processes, to the nanosecond, over every thread they have or had, in user code and kernel.</summary>
internal static partial class Processor
{
    /// <summary>The use of a process since it began, in µs.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static double Microseconds(int process) =>
        ClockOf(process, out var clock) == 0 && Read(clock, out var time) == 0
            ? (time.Seconds * 1e6) + (time.Nanoseconds / 1e3)
            : throw new NoSystemException($"process {process} of the system is gone, or its processor time is unavailable");

    [LibraryImport("libc", EntryPoint = "clock_getcpuclockid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int ClockOf(int process, out int clock);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Read(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct Time(nint Seconds, nint Nanoseconds);
}
