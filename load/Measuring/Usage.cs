using Dugout.Load.Client;
using Dugout.Load.Running;

namespace Dugout.Load.Measuring;

/// <summary>Processor time of every process of the system and of this program, from its beginning until it is read.</summary>
internal sealed class Usage
{
    private readonly SortedDictionary<string, int> _processes = new(StringComparer.Ordinal) { ["load"] = Environment.ProcessId };
    private readonly Dictionary<string, double> _before = [];

    /// <summary>Reads the process ids.</summary>
    public Usage(AppHostFile system)
    {
        foreach (var (name, resource) in system.Resources ?? new Dictionary<string, AppHostResource>())
        {
            // A load program started by the system has the same name there.
            if (resource.Pid is { } process) _processes.TryAdd(name, process);
        }
    }

    /// <summary>Reads the clocks for the first time.</summary>
    public void Begin()
    {
        foreach (var (name, process) in _processes)
        {
            if (Read(process) is { } time) _before[name] = time;
        }
    }

    /// <summary>Seconds each process used since, by name; a process that has ended, or never existed, is missing.</summary>
    public SortedDictionary<string, double> Seconds()
    {
        SortedDictionary<string, double> seconds = new(StringComparer.Ordinal);
        foreach (var (name, before) in _before)
        {
            if (Read(_processes[name]) is { } now) seconds.Add(name, Math.Round((now - before) / 1e6, 3));
        }

        return seconds;
    }

    private static double? Read(int process)
    {
        try
        {
            return Processor.Microseconds(process);
        }
        catch (NoSystemException)
        {
            return null; // a replica that was replaced during the run has no figure; the run keeps its other figures
        }
    }
}
