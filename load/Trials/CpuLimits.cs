using System.Globalization;

namespace Dugout.Load.Trials;

/// <summary>
/// Limits the CPU use of processes, each as if it were alone on a small machine: control groups of the kernel, where this user may create them.
/// Disposing removes the limits of the remaining processes.
/// </summary>
internal sealed class CpuLimits : IDisposable
{
    // Short, so that a process that has used up a period does not wait long for the next.
    private const int PeriodMicroseconds = 10_000;

    private const string Hierarchies = "/sys/fs/cgroup";

    private static int _last;

    private readonly List<string> _groups = [];

    /// <summary>Limits each of the processes.</summary>
    /// <param name="processes">Their process ids.</param>
    /// <param name="cores">The limit of each, in cores: 0.25 for a quarter of one core.</param>
    /// <returns>Null when all are limited; otherwise the reason, and then none is limited.</returns>
    public string? Limit(IEnumerable<int> processes, double cores)
    {
        try
        {
            foreach (var process in processes) Limit(process, cores);
            return null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            Dispose();
            return $"control groups are not available ({error.Message})";
        }
    }

    /// <summary>Removes the remaining processes from the groups, and removes the groups.</summary>
    public void Dispose()
    {
        foreach (var group in _groups)
        {
            try
            {
                var above = Path.Combine(Path.GetDirectoryName(group)!, "cgroup.procs");
                foreach (var process in File.ReadAllLines(Path.Combine(group, "cgroup.procs"))) File.WriteAllText(above, process);
                Directory.Delete(group);
            }
            catch (Exception left) when (left is IOException or UnauthorizedAccessException)
            {
                // An empty group limits no process, and disappears with the kernel's next start.
            }
        }

        _groups.Clear();
    }

    private void Limit(int process, double cores)
    {
        // Version 1 has a hierarchy for CPU; version 2 has one for everything, whose groups control CPU where their parents delegate it.
        var isFirstVersion = Directory.Exists(Path.Combine(Hierarchies, "cpu"));
        var group = Path.Combine(isFirstVersion ? Path.Combine(Hierarchies, "cpu") : Hierarchies, $"dugout-{Environment.ProcessId}-{Interlocked.Increment(ref _last)}");
        Directory.CreateDirectory(group);
        _groups.Add(group);
        var quota = ((int)(cores * PeriodMicroseconds)).ToString(CultureInfo.InvariantCulture);
        if (isFirstVersion)
        {
            Write(group, "cpu.cfs_period_us", PeriodMicroseconds.ToString(CultureInfo.InvariantCulture));
            Write(group, "cpu.cfs_quota_us", quota);
        }
        else
        {
            Write(group, "cpu.max", $"{quota} {PeriodMicroseconds}");
        }

        Write(group, "cgroup.procs", process.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Writes to a file that the kernel has created: a missing file must not be created here.</summary>
    private static void Write(string group, string name, string value)
    {
        using var file = new StreamWriter(new FileStream(Path.Combine(group, name), FileMode.Open, FileAccess.Write));
        file.Write(value);
    }
}
