using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Dugout.Infrastructure.Processes;

/// <summary>A process, distinguished by its start time from a later process with the same id.</summary>
/// <param name="Id">The process id.</param>
/// <param name="Started">Start time: in clock ticks since boot on Linux (field 22 of <c>/proc/[pid]/stat</c>), elsewhere in .NET ticks.</param>
internal sealed record ProcessIdentity(int Id, long Started)
{
    /// <summary>The current process.</summary>
    public static ProcessIdentity Current => Of(Environment.ProcessId)!;

    /// <summary>Whether the process still runs; a zombie does not.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsAlive => OperatingSystem.IsLinux() ? Fields(Id) is { } fields && fields[0] is not ("Z" or "X") && StartOf(fields) == Started : this == Of(Id);

    /// <summary>Returns the process with an id, or null if there is none.</summary>
    public static ProcessIdentity? Of(int id) =>
        OperatingSystem.IsLinux() ? Fields(id) is { } fields ? new(id, StartOf(fields)) : null : WithoutProc(id);

    /// <summary>Returns the id of a process' parent, or null if there is no such process.</summary>
    public static int? ParentOf(int id) => Fields(id) is { } fields ? int.Parse(fields[1], CultureInfo.InvariantCulture) : null;

    /// <summary>Returns the command line of a process; empty if there is no such process or this user may not read it.</summary>
    public static string[] CommandLine(int id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/cmdline").Split('\0', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Variant for systems without <c>/proc</c>.</summary>
    internal static ProcessIdentity? WithoutProc(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            return process.HasExited ? null : new(id, process.StartTime.ToUniversalTime().Ticks);
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    /// <summary>Returns the fields after the program's name, which is in parentheses and may contain anything: state, parent, …</summary>
    private static string[]? Fields(int id)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{id}/stat");
            return stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long StartOf(string[] fields) => long.Parse(fields[19], CultureInfo.InvariantCulture);
}
