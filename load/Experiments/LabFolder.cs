using System.Diagnostics;
using System.Globalization;

namespace Dugout.Load.Experiments;

/// <summary>
/// Where experiments keep what they need and what they found: <c>.lab</c> in the checkout. Systems run in <c>.lab/arms</c>, each in a folder of its
/// own that is removed after it; prepared data, which every arm begins with a copy of, stay.
/// </summary>
internal sealed class LabFolder(string path)
{
    private static int _last;

    /// <summary>Where records lie unless somebody says otherwise.</summary>
    public string Records => Path.Combine(path, "records");

    /// <summary>The one of the checkout around the current folder, else around this program.</summary>
    /// <exception cref="NoSystemException">There is no checkout.</exception>
    public static LabFolder Find()
    {
        foreach (var start in (string[])[Directory.GetCurrentDirectory(), AppContext.BaseDirectory])
        {
            for (var at = new DirectoryInfo(start); at is not null; at = at.Parent)
            {
                if (File.Exists(Path.Combine(at.FullName, "Solution.sln"))) return new LabFolder(Path.Combine(at.FullName, ".lab"));
            }
        }

        throw new NoSystemException("no system can be started: this is no checkout of Dugout");
    }

    /// <summary>A folder for one system, with seeded data: a copy of what was prepared once, which takes a start some seconds less.</summary>
    /// <param name="prepare">Makes the data in an empty folder.</param>
    /// <param name="cancel">Gives up.</param>
    public async Task<string> NewRunAsync(Func<string, Task> prepare, CancellationToken cancel)
    {
        var prepared = await PreparedAsync(prepare).ConfigureAwait(false);
        var folder = NewName("run");
        Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        using var copy = Process.Start("cp", ["-a", "--reflink=auto", prepared + "/.", folder]);
        await copy.WaitForExitAsync(cancel).ConfigureAwait(false);
        return copy.ExitCode == 0 ? folder : throw new NoSystemException($"no system can be started: {prepared} could not be copied to {folder}");
    }

    /// <summary>Seasons begin with the year, and data that were seeded for the last one have nothing on sale.</summary>
    private async Task<string> PreparedAsync(Func<string, Task> prepare)
    {
        var prepared = Path.Combine(path, string.Create(CultureInfo.InvariantCulture, $"prepared-{Arm.Accounts}-{DateTime.UtcNow:yyyy}"));
        if (Directory.Exists(prepared)) return prepared;
        var making = NewName("preparing");
        try
        {
            await prepare(making).ConfigureAwait(false);
            Directory.Move(making, prepared);
        }
        finally
        {
            if (Directory.Exists(making)) Directory.Delete(making, recursive: true);
        }

        return prepared;
    }

    private string NewName(string purpose)
    {
        Directory.CreateDirectory(Path.Combine(path, "arms"));
        return Path.Combine(path, "arms", string.Create(CultureInfo.InvariantCulture, $"{purpose}-{Environment.ProcessId}-{Interlocked.Increment(ref _last)}"));
    }
}
