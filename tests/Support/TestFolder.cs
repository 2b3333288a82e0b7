using System.Globalization;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Tests.Support;

/// <summary>
/// A run folder for one test run: new, removed afterwards. In memory where there is room, since servers keep their settings but shall not wait for a disk that others use: what
/// tests kill is processes, never the machine.
/// </summary>
public sealed class TestFolder : IDisposable
{
    private const string Prefix = "dugout-tests-";

    /// <summary>A folder in memory, as Linux has it.</summary>
    private const string Memory = "/dev/shm";

    /// <summary>Twice what all tests that run at once have in their folders, in bytes: a MySQL has 200 MB.</summary>
    private const long Room = 4L << 30;

    /// <summary>Names a new folder, and removes those that killed test runs left behind.</summary>
    public TestFolder()
    {
        var hasMemory = Directory.Exists(Memory);
        // Both, and before anybody looks how much room there is: what killed runs left in memory is what takes it.
        if (hasMemory)
            RemoveAbandoned(Memory);
        RemoveAbandoned(System.IO.Path.GetTempPath());
        var parent = hasMemory && new DriveInfo(Memory).AvailableFreeSpace >= Room ? Memory : System.IO.Path.GetTempPath();
        var owner = ProcessIdentity.Current;
        Path = System.IO.Path.Combine(parent, string.Create(CultureInfo.InvariantCulture, $"{Prefix}{owner.Id}-{owner.Started}-{System.IO.Path.GetRandomFileName()}"));
        OwnerOnly.MakeFolder(Path);
    }

    /// <summary>The folder.</summary>
    public string Path { get; }

    /// <summary>Removes the folder and what is in it.</summary>
    public void Dispose() => Directory.Delete(Path, recursive: true);

    private static void RemoveAbandoned(string parent)
    {
        foreach (var folder in Directory.EnumerateDirectories(parent, Prefix + "*"))
        {
            try
            {
                if (!IsOfARunningTest(folder) && !RunFolder.IsInUse(folder))
                    Directory.Delete(folder, recursive: true);
            }
            catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
            {
                // Another user's, or another run removes it at this moment.
            }
        }
    }

    /// <summary>Whether the process in a folder's name still runs.</summary>
    private static bool IsOfARunningTest(string folder) =>
        System.IO.Path.GetFileName(folder)[Prefix.Length..].Split('-') is [var id, var started, _]
        && int.TryParse(id, CultureInfo.InvariantCulture, out var process) && long.TryParse(started, CultureInfo.InvariantCulture, out var since)
        && new ProcessIdentity(process, since).IsAlive;
}
