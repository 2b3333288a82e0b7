using Dugout.Load.Client;

namespace Dugout.Backup;

/// <summary>
/// A folder from which a system can be restored: the rows of its database, and its keys, without which the fans' access tokens and the payment partner's signatures are no longer
/// valid. Redis is not included, since nothing is stored only there.
/// </summary>
internal static class BackupFolder
{
    private const string Keys = "keys";
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    /// <summary>Backs up a running system, which stays available.</summary>
    /// <param name="system">The system.</param>
    /// <param name="folder">The target folder; it must be missing or empty.</param>
    /// <param name="cancel">Cancels the backup.</param>
    /// <exception cref="UsageException">The folder is not empty.</exception>
    public static async Task<TakenDump> TakeAsync(RunningSystem system, string folder, CancellationToken cancel)
    {
        MakeEmpty(folder);
        // The keys first: a key created meanwhile protects nothing in the dump.
        CopyKeys(system.Folder, folder);
        return await new Dump(system.Primary).WriteAsync(folder, cancel);
    }

    /// <summary>Restores a backup into an empty run folder, with servers started for it and stopped again, and compares their content with the backup's manifest.</summary>
    /// <param name="folder">The backup.</param>
    /// <param name="runFolder">The run folder; it must be missing or empty.</param>
    /// <param name="cancel">Cancels the restore; the run folder is then unusable.</param>
    /// <returns>The differences of the primary or a replica from the backup; empty when there are none.</returns>
    /// <exception cref="UsageException">There is no complete backup, or the run folder is not empty.</exception>
    /// <exception cref="NoSystemException">The servers did not start.</exception>
    public static async Task<IReadOnlyList<string>> RestoreAsync(string folder, string runFolder, CancellationToken cancel)
    {
        DumpManifest.Read(folder);
        MakeEmpty(runFolder);
        List<string> differences = [];
        await using (var servers = await OwnSystem.StartServersAsync(runFolder, cancel))
        {
            var manifest = await new Restore(await servers.PrimaryAsync(cancel)).RunAsync(folder, cancel);
            foreach (var (name, connectionString) in await servers.ChecksAsync(cancel))
            {
                var different = await OwnSystem.DifferencesAsync(manifest.Tables, connectionString, cancel);
                differences.AddRange(different.Select(difference => $"{name}: {difference}"));
            }
        }

        CopyKeys(folder, runFolder);
        return differences;
    }

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
