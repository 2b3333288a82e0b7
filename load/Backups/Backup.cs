using Dugout.Load.Client;
namespace Dugout.Load.Backups;

/// <summary>
/// A folder from which a system can be had again: the rows of its database, and its keys, without which access tokens that fans have and
/// signatures of the payment partner count no more. Redis isn't in it, since nothing is only there.
/// </summary>
internal static class Backup
{
    private const string Keys = "keys";
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Takes one of a running system, which goes on meanwhile.</summary>
    /// <param name="system">The system.</param>
    /// <param name="folder">Where to; it may not be there yet, or is empty.</param>
    /// <param name="cancel">Gives up.</param>
    /// <exception cref="UsageException">The folder holds something.</exception>
    public static async Task<TakenDump> TakeAsync(RunningSystem system, string folder, CancellationToken cancel)
    {
        MakeEmpty(folder);
        // The keys first: one that is made meanwhile protects nothing that the dump has to do with.
        CopyKeys(FolderOf(system), folder);
        return await new Dump(system.Primary).WriteAsync(folder, cancel).ConfigureAwait(false);
    }

    /// <summary>Puts one back into an empty run folder, by servers that are started for it and stopped again, and compares what they have then with what the backup says.</summary>
    /// <param name="folder">The backup.</param>
    /// <param name="runFolder">The run folder; it may not be there yet, or is empty.</param>
    /// <param name="cancel">Gives up; the run folder is then of no use.</param>
    /// <returns>Where the primary or a replica differs from the backup; nothing where all is as it was.</returns>
    /// <exception cref="UsageException">There is no whole backup, or the run folder holds something.</exception>
    /// <exception cref="NoSystemException">The servers did not start.</exception>
    public static async Task<IReadOnlyList<string>> PutBackAsync(string folder, string runFolder, CancellationToken cancel)
    {
        DumpManifest.Read(folder);
        MakeEmpty(runFolder);
        List<string> differences = [];
        await using (var servers = await ServersAlone.StartAsync(runFolder, cancel).ConfigureAwait(false))
        {
            var manifest = await new Restore(await servers.PrimaryAsync(cancel).ConfigureAwait(false)).RunAsync(folder, cancel).ConfigureAwait(false);
            foreach (var (name, connectionString) in await servers.ChecksAsync(cancel).ConfigureAwait(false))
            {
                var different = await ServersAlone.DifferencesAsync(manifest.Tables, connectionString, cancel).ConfigureAwait(false);
                differences.AddRange(different.Select(difference => $"{name}: {difference}"));
            }
        }

        CopyKeys(folder, runFolder);
        return differences;
    }

    private static string FolderOf(RunningSystem system) => Path.GetDirectoryName(system.Source)!;

    private static void MakeEmpty(string folder)
    {
        if (Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any()) throw new UsageException($"{folder} is not empty");
        Directory.CreateDirectory(folder, OwnerOnly);
    }

    private static void CopyKeys(string from, string to)
    {
        var (source, target) = (Path.Combine(from, Keys), Path.Combine(to, Keys));
        if (!Directory.Exists(source)) return;
        Directory.CreateDirectory(target, OwnerOnly);
        // Files keep their modes.
        foreach (var key in Directory.EnumerateFiles(source)) File.Copy(key, Path.Combine(target, Path.GetFileName(key)));
    }
}
