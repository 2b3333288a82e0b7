using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Named copies of all server data of a run folder, saved and restored while no server runs. Restoring takes as long as copying files, while
/// seeding a database takes as long as building its indices. Snapshots are in the run folder, and a reset does not delete them.
/// </summary>
internal sealed class Snapshots(RunFolder folder, Action<string> announce)
{
    private const string Unfinished = ".half";

    /// <summary>Marker file with the name of the snapshot being restored: until it is removed, neither the old nor the new data are complete.</summary>
    private const string Restoring = ".restoring";

    private const int LongestName = 50;

    /// <summary>Saves a snapshot; replaces an older one of that name.</summary>
    /// <exception cref="StartFailedException">The name is invalid, or there are no data to copy.</exception>
    public async Task SaveAsync(string name, CancellationToken cancellation)
    {
        var kept = PathOf(name);
        var data = Data(folder.Path);
        if (data.Count == 0)
            throw new StartFailedException($"--save-snapshot: {folder.Path} has no data yet; start once without this option.");
        await CopyAsync(data, kept + Unfinished, cancellation);
        Remove(kept);
        Directory.Move(kept + Unfinished, kept);
        announce($"The data in {folder.Path} were saved as the snapshot {name}.");
    }

    /// <summary>Replaces the current data with a snapshot.</summary>
    /// <exception cref="StartFailedException">The snapshot does not exist; the message lists the existing ones.</exception>
    public async Task RestoreAsync(string name, CancellationToken cancellation)
    {
        var kept = PathOf(name);
        if (!Directory.Exists(kept))
            throw new StartFailedException($"--restore-snapshot: there is no snapshot '{name}' in {folder.Path}; {Known()}.");
        var restoring = folder.In(RunFolder.Snapshots, Unfinished);
        await CopyAsync(Data(kept), restoring, cancellation);
        var marker = folder.In(RunFolder.Snapshots, Restoring);
        await File.WriteAllTextAsync(marker, name, cancellation);
        Data(folder.Path).ForEach(Remove);
        foreach (var data in Data(restoring))
            Directory.Move(data, folder.In(Path.GetFileName(data)));
        Remove(restoring);
        File.Delete(marker);
        announce($"The data in {folder.Path} were replaced by the snapshot {name}.");
    }

    /// <summary>Completes a restore that was interrupted when an earlier start was killed; does nothing where there is none.</summary>
    /// <exception cref="StartFailedException">The snapshot no longer exists.</exception>
    public async Task FinishAsync(CancellationToken cancellation)
    {
        var marker = folder.In(RunFolder.Snapshots, Restoring);
        if (File.Exists(marker))
            await RestoreAsync(await File.ReadAllTextAsync(marker, cancellation), cancellation);
    }

    /// <summary>Returns the folders of servers: a primary, its replicas, Redis. Incomplete folders are omitted.</summary>
    private static List<string> Data(string path) =>
        [.. Directory.EnumerateDirectories(path).Where(data => Path.GetFileName(data) is var name
            && (name == "redis" || name.StartsWith("redis-", StringComparison.Ordinal) || name.StartsWith("mysql-", StringComparison.Ordinal)) && !name.EndsWith(RunFolder.Making, StringComparison.Ordinal))];

    private static async Task CopyAsync(List<string> data, string to, CancellationToken cancellation)
    {
        Remove(to);
        foreach (var one in data)
        {
            if (await FolderCopy.MakeAsync(one, Path.Combine(to, Path.GetFileName(one)), cancellation) is { } complaint)
                throw new StartFailedException($"The data could not be copied to {to}: {complaint}");
        }
    }

    private static void Remove(string path)
    {
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
    }

    private string PathOf(string name) =>
        name.Length is > 0 and <= LongestName && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_')
            ? folder.In(RunFolder.Snapshots, name)
            : throw new StartFailedException($"'{name}' is not a valid name of a snapshot; use letters, digits, - and _.");

    private string Known()
    {
        var all = folder.In(RunFolder.Snapshots);
        string[] names = Directory.Exists(all)
            ? [.. Directory.EnumerateDirectories(all).Select(path => Path.GetFileName(path)).Where(name => !name.EndsWith(Unfinished, StringComparison.Ordinal)).Order(StringComparer.Ordinal)]
            : [];
        return names.Length == 0 ? "there are none" : $"existing snapshots: {string.Join(", ", names)}";
    }
}
