using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Dugout.Infrastructure;

/// <summary>One process, told apart from a later one with the same number by when it started.</summary>
/// <param name="Id">Its process id.</param>
/// <param name="Started">When it started: in clock ticks since boot on Linux (field 22 of <c>/proc/[pid]/stat</c>), elsewhere in ticks of .NET.</param>
internal sealed record ProcessIdentity(int Id, long Started)
{
    /// <summary>This process.</summary>
    public static ProcessIdentity Current => Of(Environment.ProcessId)!;

    /// <summary>Whether it still runs; one that has ended and waits to be collected does not.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsAlive => OperatingSystem.IsLinux() ? Fields(Id) is { } fields && fields[0] is not ("Z" or "X") && StartOf(fields) == Started : this == Of(Id);

    /// <summary>The process with that id, or null if there is none.</summary>
    public static ProcessIdentity? Of(int id) =>
        OperatingSystem.IsLinux() ? Fields(id) is { } fields ? new(id, StartOf(fields)) : null : WithoutProc(id);

    /// <summary>The id of a process' parent, or null if there is no such process.</summary>
    public static int? ParentOf(int id) => Fields(id) is { } fields ? int.Parse(fields[1], CultureInfo.InvariantCulture) : null;

    /// <summary>The words a process was started with; empty if there is no such process or it isn't ours to look at.</summary>
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

    /// <summary>On systems that have no <c>/proc</c>.</summary>
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

    /// <summary>The fields after the program's name, which is in brackets and may hold anything: state, parent, …</summary>
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
