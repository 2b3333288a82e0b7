using System.Globalization;
using Dugout.Load.Client;

namespace Dugout.Load.Measuring;

/// <summary>What <c>/proc</c> says of a process: memory, and how many files it may open.</summary>
internal static class ProcessStatus
{
    private const string Memory = "VmRSS:";
    private const string Files = "Max open files";

    /// <summary>Resident memory in KB, without the kernel's socket buffers.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static double ResidentKilobytes(int process) =>
        double.Parse(Read(process, "status", Memory)[0], CultureInfo.InvariantCulture);

    /// <summary>How many files, connections included, a process may open; <see cref="int.MaxValue"/> without a limit.</summary>
    /// <exception cref="NoSystemException">There is no such process.</exception>
    public static int OpenFiles(int process) =>
        int.TryParse(Read(process, "limits", Files)[0], NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : int.MaxValue;

    private static string[] Read(int process, string file, string row)
    {
        try
        {
            return File.ReadLines($"/proc/{process}/{file}").First(line => line.StartsWith(row, StringComparison.Ordinal))[row.Length..].Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
        }
        catch (IOException)
        {
            throw new NoSystemException($"process {process} of the system is gone");
        }
    }
}
