using System.Globalization;
using Dugout.Load.Exits;

namespace Dugout.Load.Measuring;

/// <summary>How busy the machine is with all it runs. Source: the first line of <c>/proc/stat</c>.</summary>
internal static class MachineUse
{
    /// <summary>The share of all cores' time that was used, from now on for a while; null where the machine does not report it.</summary>
    public static async Task<double?> ShareAsync(TimeSpan during, TimeProvider time)
    {
        const string Times = "/proc/stat";
        if (!File.Exists(Times)) return null;
        var before = File.ReadLines(Times).First();
        await Task.Delay(during, time);
        return ShareBetween(before, File.ReadLines(Times).First());
    }

    /// <summary>The used share of the time between two readings: neither idle nor waiting for a disk. Time taken by other virtual machines counts as used.</summary>
    public static double ShareBetween(string before, string after)
    {
        const int Idle = 3, WaitingForDisk = 4, Guest = 8;
        long[] passed = [.. Numbers(after).Zip(Numbers(before), (now, then) => now - then).Take(Guest)];
        var all = passed.Sum();
        return all == 0 ? 0 : (all - passed[Idle] - passed[WaitingForDisk]) / (double)all;

        static IEnumerable<long> Numbers(string line) =>
            line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Skip(1).Select(number => long.Parse(number, CultureInfo.InvariantCulture));
    }

    /// <summary>Refuses a machine on which figures would be the other programs'.</summary>
    /// <param name="share">The used share of all cores' time.</param>
    /// <param name="most">The greatest share that is allowed, in percent.</param>
    /// <exception cref="UsageException">The machine is busier.</exception>
    public static void EnsureQuiet(double share, int most)
    {
        if (share > most / 100.0)
            throw new UsageException(FormattableString.Invariant($"the machine is busy: {share:P0} of its CPU is used before the first request, at most {most} % is allowed; wait, or allow more with --max-cpu"));
    }
}
