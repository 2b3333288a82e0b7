using System.Globalization;

namespace Dugout.Load.Measuring;

/// <summary>
/// How often the kernel throttled processes because they had reached their CPU limit, from its beginning until it is read. A process that waits for others in
/// one period and is throttled in the next uses less than its limit, and is limited nevertheless.
/// </summary>
internal sealed class CpuThrottling(IEnumerable<KeyValuePair<string, int>> processes)
{
    private const string Hierarchies = "/sys/fs/cgroup";

    private readonly List<KeyValuePair<string, int>> _processes = [.. processes];
    private readonly Dictionary<string, Counted> _before = [];

    /// <summary>Reads the counts for the first time.</summary>
    public void Begin()
    {
        foreach (var (name, process) in _processes)
        {
            if (Read(process) is { } counted) _before[name] = counted;
        }
    }

    /// <summary>The fraction of its periods in which each process was throttled, by name; a process that has ended, or has no limit, is missing.</summary>
    public SortedDictionary<string, double> Throttled()
    {
        SortedDictionary<string, double> throttled = new(StringComparer.Ordinal);
        foreach (var (name, process) in _processes)
        {
            if (_before.TryGetValue(name, out var before) && Read(process) is { } now && now.Periods > before.Periods)
                throttled.Add(name, Math.Round((now.Throttled - before.Throttled) / (double)(now.Periods - before.Periods), 3));
        }

        return throttled;
    }

    /// <summary>The kernel's counts for the control group of a process; null where it reports none.</summary>
    private static Counted? Read(int process)
    {
        try
        {
            if (GroupOf(process) is not { } group) return null;
            var counts = File.ReadLines(Path.Combine(group, "cpu.stat")).Select(line => line.Split(' ')).Where(line => line.Length == 2)
                .ToDictionary(line => line[0], line => long.Parse(line[1], CultureInfo.InvariantCulture));
            return new Counted(counts.GetValueOrDefault("nr_periods"), counts.GetValueOrDefault("nr_throttled"));
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The folder of a process's control group: in version 1 that of the hierarchy for CPU, in version 2 that of the only hierarchy.</summary>
    private static string? GroupOf(int process)
    {
        foreach (var line in File.ReadLines($"/proc/{process}/cgroup"))
        {
            if (line.Split(':', 3) is not [_, var controllers, var path]) continue;
            if (controllers.Split(',').Contains("cpu")) return Hierarchies + "/cpu" + path;
            if (controllers.Length == 0 && File.Exists(Hierarchies + "/cgroup.controllers")) return Hierarchies + path;
        }

        return null;
    }

    /// <summary>Periods in which a group was running, and periods in which it was throttled.</summary>
    private readonly record struct Counted(long Periods, long Throttled);
}
