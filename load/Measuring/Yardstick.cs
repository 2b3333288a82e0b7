using System.Runtime.InteropServices;

namespace Dugout.Load.Measuring;

/// <summary>
/// How fast the machine is meanwhile: the same small piece of work, done a hundred times a second on a thread of its own, and what CPU it took. Other
/// tenants of the hardware make a second of CPU worth more or less from one minute to the next; they do so to this work, too. It uses about a hundredth of a core.
/// </summary>
internal sealed partial class Yardstick : IDisposable
{
    private const int ThreadCpuClock = 3;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private readonly ManualResetEventSlim _stop = new();
    private readonly int[] _unsorted;
    private readonly int[] _sorted;
    private readonly int[] _next;
    private readonly Thread _thread;
    private readonly Lock _lock = new();
    private long _nanoseconds;
    private int _times;
    private int _at;

    /// <summary>Makes the work, always the same: numbers to sort, and a walk through memory that no cache near the core holds.</summary>
    public Yardstick()
    {
        const int sorted = 1_000, walked = 1 << 21;
        var random = new Random(1);
        _unsorted = [.. Enumerable.Range(0, sorted).Select(_ => random.Next())];
        _sorted = new int[sorted];
        _next = [.. Enumerable.Range(0, walked)];
        // One cycle through all places (Sattolo), so that the walk is as long as it looks.
        for (var i = walked - 1; i > 0; i--)
        {
            var j = random.Next(i);
            (_next[i], _next[j]) = (_next[j], _next[i]);
        }

        _thread = new Thread(Run) { IsBackground = true, Name = "yardstick" };
        Work();
        _thread.Start();
    }

    /// <summary>Counts from now on.</summary>
    public void Begin()
    {
        lock (_lock) (_nanoseconds, _times) = (0, 0);
    }

    /// <summary>The CPU time that the work took since then, on the average, in µs; null when it wasn't done.</summary>
    public double? Microseconds()
    {
        lock (_lock) return _times == 0 ? null : Math.Round(_nanoseconds / 1e3 / _times, 3);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Run()
    {
        while (!_stop.Wait(Pause))
        {
            var before = CpuNanoseconds();
            Work();
            var took = CpuNanoseconds() - before;
            lock (_lock) (_nanoseconds, _times) = (_nanoseconds + took, _times + 1);
        }
    }

    private void Work()
    {
        const int steps = 1_000;
        _unsorted.CopyTo(_sorted, 0);
        Array.Sort(_sorted);
        for (var i = 0; i < steps; i++) _at = _next[_at];
    }

    private static long CpuNanoseconds() => Clock(ThreadCpuClock, out var now) == 0 ? ((long)now.Seconds * 1_000_000_000) + now.Nanoseconds : throw new InvalidOperationException("The kernel doesn't tell a thread's CPU time.");

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Clock(int clock, out Time time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Time
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
