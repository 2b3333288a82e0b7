using System.Globalization;

namespace Dugout.Load.Measuring;

/// <summary>
/// How often the kernel stopped processes because they had used up their slices of CPU, from its beginning until it is read. A process that waits for others in
/// one period and is stopped in the next uses less than its slice, and the slice is its limit all the same.
/// </summary>
internal sealed class SliceUse(IEnumerable<KeyValuePair<string, int>> processes)
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

    /// <summary>The part of its periods in which each process was stopped, by name; one that is gone, or has no slice, is missing.</summary>
    public SortedDictionary<string, double> Stopped()
    {
        SortedDictionary<string, double> stopped = new(StringComparer.Ordinal);
        foreach (var (name, process) in _processes)
        {
            if (_before.TryGetValue(name, out var before) && Read(process) is { } now && now.Periods > before.Periods)
                stopped.Add(name, Math.Round((now.Stopped - before.Stopped) / (double)(now.Periods - before.Periods), 3));
        }

        return stopped;
    }

    /// <summary>What the kernel has counted for the group of a process; null where it doesn't say.</summary>
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

    /// <summary>The folder of a process' group: in version 1 of control groups that of the hierarchy for CPU, in version 2 that of the only one.</summary>
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

    /// <summary>Periods in which a group was at work, and those in which it was stopped.</summary>
    private readonly record struct Counted(long Periods, long Stopped);
}
