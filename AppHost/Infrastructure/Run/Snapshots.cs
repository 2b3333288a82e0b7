namespace Dugout.Infrastructure;

/// <summary>
/// Copies, by name, of all that the servers of a run folder keep, made and put back while none of them runs. To put one back takes as long as copying files, where
/// filling a database takes as long as its indices. They lie in the run folder, and a reset leaves them.
/// </summary>
internal sealed class Snapshots(RunFolder folder, Action<string> announce)
{
    private const string Half = ".half";

    /// <summary>Says in the folder which snapshot is being put back: until that is done, neither the old data nor the new are there as a whole.</summary>
    private const string Restoring = ".restoring";

    private const int LongestName = 50;

    /// <summary>Keeps a copy, in the place of an older one of that name.</summary>
    /// <exception cref="StartFailedException">The name can't be one, or there is nothing to copy.</exception>
    public async Task SaveAsync(string name, CancellationToken cancellation)
    {
        var kept = PathOf(name);
        var data = Data(folder.Path);
        if (data.Count == 0)
            throw new StartFailedException($"--save-snapshot: {folder.Path} has no data yet; start once without it.");
        await CopyAsync(data, kept + Half, cancellation);
        Remove(kept);
        Directory.Move(kept + Half, kept);
        announce($"The data in {folder.Path} are kept as the snapshot {name}.");
    }

    /// <summary>Puts a copy in the place of the data that are there.</summary>
    /// <exception cref="StartFailedException">There is no snapshot of that name; the message lists those there are.</exception>
    public async Task RestoreAsync(string name, CancellationToken cancellation)
    {
        var kept = PathOf(name);
        if (!Directory.Exists(kept))
            throw new StartFailedException($"--restore-snapshot: there is no snapshot '{name}' in {folder.Path}, {Known()}.");
        var restoring = folder.In(RunFolder.Snapshots, Half);
        await CopyAsync(Data(kept), restoring, cancellation);
        var marker = folder.In(RunFolder.Snapshots, Restoring);
        await File.WriteAllTextAsync(marker, name, cancellation);
        Data(folder.Path).ForEach(Remove);
        foreach (var data in Data(restoring))
            Directory.Move(data, folder.In(Path.GetFileName(data)));
        Remove(restoring);
        File.Delete(marker);
        announce($"The data in {folder.Path} are those of the snapshot {name}.");
    }

    /// <summary>Puts back what a start was putting back when it was killed; does nothing where none was.</summary>
    /// <exception cref="StartFailedException">The snapshot is no longer there.</exception>
    public async Task FinishAsync(CancellationToken cancellation)
    {
        var marker = folder.In(RunFolder.Snapshots, Restoring);
        if (File.Exists(marker))
            await RestoreAsync(await File.ReadAllTextAsync(marker, cancellation), cancellation);
    }

    /// <summary>The folders of servers: a primary, its replicas, Redis. What is half made isn't worth a copy.</summary>
    private static List<string> Data(string path) =>
        [.. Directory.EnumerateDirectories(path).Where(data => Path.GetFileName(data) is var name
            && (name == "redis" || name.StartsWith("mysql-", StringComparison.Ordinal)) && !name.EndsWith(DatabaseData.Making, StringComparison.Ordinal))];

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
            : throw new StartFailedException($"'{name}' can't name a snapshot: take letters, digits, - and _.");

    private string Known()
    {
        var all = folder.In(RunFolder.Snapshots);
        string[] names = Directory.Exists(all)
            ? [.. Directory.EnumerateDirectories(all).Select(path => Path.GetFileName(path)).Where(name => !name.EndsWith(Half, StringComparison.Ordinal)).Order(StringComparer.Ordinal)]
            : [];
        return names.Length == 0 ? "nor any other" : $"but {string.Join(", ", names)}";
    }
}
