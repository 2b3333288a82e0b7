using System.Security.Cryptography;
using System.Text.Json;

namespace Dugout.Infrastructure;

/// <summary>
/// The data folders of a primary and its replicas, made ready while no server runs. A folder is complete or absent: it is
/// made under another name and renamed when it is whole. All carry the stamp of the bootstrap they descend from, since a
/// replica of another primary would report that all is well and answer with stale rows.
/// </summary>
/// <param name="folder">The run folder.</param>
/// <param name="program">The server.</param>
/// <param name="announce">Takes lines for the user.</param>
/// <param name="make">Makes system tables and our schema in an empty folder.</param>
/// <param name="becomeReplica">Makes a replica's folder of a copy of the primary's.</param>
internal sealed class DatabaseData(
    RunFolder folder, DatabaseProgram program, Action<string> announce, Func<string, CancellationToken, Task> make, Func<string, CancellationToken, Task> becomeReplica)
{
    private const string StampFile = "dugout-stamp.json";
    private const string LostFile = "dugout-lost";
    internal const string Making = ".making";
    private const string ReplicaPrefix = "mysql-replica-";

    /// <summary>With less than this a database soon fails to write: a log of its own is as large.</summary>
    private const long LittleMegabytes = 64;

    /// <summary>The primary's folder.</summary>
    public string Primary => folder.In("mysql-primary");

    /// <summary>The folder of the n-th replica, counting from 1.</summary>
    public string Replica(int n) => folder.In($"{ReplicaPrefix}{n}");

    /// <summary>Notes that a replica can't go on by itself: the next start replaces it by a copy of the primary.</summary>
    public void MarkLost(int n) => File.WriteAllText(Path.Combine(Replica(n), LostFile), "");

    /// <summary>A server could not make a data folder. It says so by the system's number at best, so how full the disk is goes with it; the folder itself may be gone by then.</summary>
    public static StartFailedException NotMade(string program, string data, string complaint) =>
        new($"{program} could not make its data folder, where {Megabytes(Path.GetDirectoryName(data)!):n0} MB of space are free: {complaint}");

    /// <summary>A sentence on how full a run folder's disk is; empty where that is no reason for anything. What fails on a full disk rarely says that it does.</summary>
    public static string SpaceLeft(string folder) => Megabytes(folder) is < LittleMegabytes and var left ? $" {left:n0} MB of space are free in {folder}." : "";

    private static long Megabytes(string folder) => new DriveInfo(folder).AvailableFreeSpace >> 20;

    /// <summary>Makes what is missing: a new primary in an empty run folder, new replicas from the primary as it is.</summary>
    /// <param name="replicas">How many replicas this start has. Folders of further ones are removed: nothing is only there.</param>
    /// <param name="cancellation">Gives up; what was half made is remade next time.</param>
    /// <exception cref="StartFailedException">The data belong to another engine, or another series of it, or the server can't make a folder.</exception>
    public async Task PrepareAsync(int replicas, CancellationToken cancellation)
    {
        foreach (var half in Directory.EnumerateDirectories(folder.Path, "mysql-*" + Making))
            Directory.Delete(half, recursive: true);

        if (Stamp.Of(Primary) is not { } stamp)
        {
            // No start of ours leaves one without; somebody's rows may be in it.
            if (Directory.Exists(Primary))
                throw new StartFailedException($"{Primary} has lost its {StampFile}; start with --reset, which throws its data away, or put it back.");
            await MakeWholeAsync(Primary, MakePrimaryAsync, cancellation);
            stamp = Stamp.Of(Primary)!;
        }

        // A server of another series may refuse the files, or convert them so that the old one never reads them again.
        if ((stamp.Engine, stamp.Series) != (program.Name, Stamp.SeriesOf(program)))
            throw new StartFailedException($"The data in {folder.Path} were made by {stamp.Engine} {stamp.Series}, and the server found is {program}; start with --reset, or with that server.");

        foreach (var surplus in ReplicaFolders().Where(surplus => surplus.Number > replicas))
            Directory.Delete(surplus.Path, recursive: true);

        for (var n = 1; n <= replicas; n++)
        {
            var replica = Replica(n);
            if (Stamp.Of(replica)?.Generation == stamp.Generation && !File.Exists(Path.Combine(replica, LostFile)))
                continue;
            if (Directory.Exists(replica))
                announce($"{Path.GetFileName(replica)} no longer follows the primary; it is made anew as a copy of it.");
            await MakeWholeAsync(replica, CopyPrimaryAsync, cancellation);
        }
    }

    /// <summary>Throws the data of all servers away and makes new ones. None of them may run.</summary>
    /// <param name="replicas">How many replicas there are to be.</param>
    /// <param name="cancellation">Gives up; what was half made is remade next time.</param>
    public Task RemakeAsync(int replicas, CancellationToken cancellation)
    {
        // The primary last: while it is there, a broken-off call has thrown away nothing that isn't on it.
        foreach (var path in ReplicaFolders().Select(replica => replica.Path).Append(Primary).Where(Directory.Exists).ToList())
        {
            if (Directory.Exists(path + Making))
                Directory.Delete(path + Making, recursive: true);
            Directory.Move(path, path + Making);
        }

        return PrepareAsync(replicas, cancellation);
    }

    private IEnumerable<(string Path, int Number)> ReplicaFolders() =>
        from path in Directory.EnumerateDirectories(folder.Path, ReplicaPrefix + "*")
        let number = int.TryParse(Path.GetFileName(path)[ReplicaPrefix.Length..], out var n) ? n : 0
        where number > 0
        select (path, number);

    private static async Task MakeWholeAsync(string path, Func<string, CancellationToken, Task> make, CancellationToken cancellation)
    {
        var making = path + Making;
        OwnerOnly.MakeFolder(making);
        await make(making, cancellation);
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
        Directory.Move(making, path);
    }

    private async Task MakePrimaryAsync(string data, CancellationToken cancellation)
    {
        await make(data, cancellation);
        new Stamp(RandomNumberGenerator.GetHexString(16, lowercase: true), Stamp.SeriesOf(program), program.Name).Write(data);
    }

    private async Task CopyPrimaryAsync(string data, CancellationToken cancellation)
    {
        if (await FolderCopy.MakeAsync(Primary, data, cancellation) is { } complaint)
            throw new StartFailedException($"The primary could not be copied for a replica: {complaint}");
        await becomeReplica(data, cancellation);
    }

    /// <summary>Where a data folder comes from; it is written last, so a folder without one isn't whole.</summary>
    /// <param name="Generation">Random; the same in all folders that descend from one bootstrap.</param>
    /// <param name="Series">The series of the engine whose files these are: <c>10.11</c>.</param>
    /// <param name="Engine">The engine. Folders from before there were two don't say.</param>
    private sealed record Stamp(string Generation, string Series, string Engine = "MariaDB")
    {
        public static string SeriesOf(DatabaseProgram program) => program.Version.ToString(2);

        public static Stamp? Of(string data)
        {
            try
            {
                return JsonSerializer.Deserialize<Stamp>(File.ReadAllText(Path.Combine(data, StampFile)));
            }
            catch (Exception fault) when (fault is FileNotFoundException or DirectoryNotFoundException or JsonException)
            {
                return null;
            }
        }

        public void Write(string data) => File.WriteAllText(Path.Combine(data, StampFile), JsonSerializer.Serialize(this));
    }
}
