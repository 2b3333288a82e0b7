using System.Security.Cryptography;
using System.Text.Json;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Galera;

namespace Dugout.Infrastructure.Servers;

/// <summary>
/// Prepares the data folders of a primary and its replicas while no server runs. A folder is complete or absent: it is
/// created under a temporary name and renamed when it is complete. All folders carry the stamp of the bootstrap they descend from, because a
/// replica of another primary would report a healthy state and return stale rows.
/// </summary>
/// <param name="folder">The run folder.</param>
/// <param name="program">The server.</param>
/// <param name="announce">Receives lines for the user.</param>
/// <param name="make">Creates system tables and the schema in an empty folder.</param>
/// <param name="becomeReplica">Converts a copy of the primary's folder into a replica's.</param>
internal sealed class DatabaseData(
    RunFolder folder, DatabaseProgram program, Action<string> announce, Func<string, CancellationToken, Task> make, Func<string, CancellationToken, Task> becomeReplica)
{
    /// <summary>Name of the primary's folder; a run folder without it is new, or that of a cluster.</summary>
    public const string PrimaryFolder = "mysql-primary";

    private const string StampFile = "dugout-stamp.json";
    private const string LostFile = "dugout-lost";
    private const string ReplicaPrefix = "mysql-replica-";

    /// <summary>With less free space than this a database soon fails to write: one of its own log files is as large.</summary>
    private const long LittleMegabytes = 64;

    /// <summary>The primary's folder.</summary>
    public string Primary => folder.In(PrimaryFolder);

    /// <summary>The folder of the n-th replica, counting from 1.</summary>
    public string Replica(int n) => folder.In($"{ReplicaPrefix}{n}");

    /// <summary>Records that a replica cannot continue by itself: the next start replaces it with a copy of the primary.</summary>
    public void MarkLost(int n) => File.WriteAllText(Path.Combine(Replica(n), LostFile), "");

    /// <summary>Error when a server could not create a data folder. The server reports at best an errno, so the free disk space is added; the folder itself may be gone by then.</summary>
    public static StartFailedException NotMade(string program, string data, string complaint) =>
        new($"{program} could not create its data folder on a disk with {Megabytes(Path.GetDirectoryName(data)!):n0} MB of free space: {complaint}");

    /// <summary>Returns a sentence about low free space on a run folder's disk; empty where space is sufficient. Programs that fail on a full disk rarely name the cause.</summary>
    public static string SpaceLeft(string folder) => Megabytes(folder) is < LittleMegabytes and var left ? $" Free disk space in {folder}: {left:n0} MB." : "";

    private static long Megabytes(string folder) => new DriveInfo(folder).AvailableFreeSpace >> 20;

    /// <summary>Creates what is missing: a new primary in an empty run folder, new replicas as copies of the primary.</summary>
    /// <param name="replicas">Number of replicas of this start. Folders of additional replicas are removed: they hold no data of their own.</param>
    /// <param name="cancellation">Cancels; incomplete folders are created again at the next start.</param>
    /// <exception cref="StartFailedException">The data belong to another engine or series, or the server cannot create a folder.</exception>
    public async Task PrepareAsync(int replicas, CancellationToken cancellation)
    {
        foreach (var unfinished in Directory.EnumerateDirectories(folder.Path, "mysql-*" + RunFolder.Making))
            Directory.Delete(unfinished, recursive: true);

        if (File.Exists(folder.In(GaleraData.StampFile)))
            throw new StartFailedException($"The data in {folder.Path} are of --database galera; start with it, with --reset, or with another --run-dir.");

        if (Stamp.Of(Primary) is not { } stamp)
        {
            // No start of this program leaves a folder without a stamp, so it may contain a user's rows.
            if (Directory.Exists(Primary))
                throw new StartFailedException($"{Primary} has no {StampFile}; start with --reset, which deletes its data, or restore the file.");
            await MakeWholeAsync(Primary, MakePrimaryAsync, cancellation);
            stamp = Stamp.Of(Primary)!;
        }

        // A server of another series may reject the files, or convert them irreversibly.
        if ((stamp.Engine, stamp.Series) != (program.Name, Stamp.SeriesOf(program)))
            throw new StartFailedException($"The data in {folder.Path} were created by {stamp.Engine} {stamp.Series}, but the server found is {program}; start with --reset, or with the former server.");

        foreach (var surplus in ReplicaFolders().Where(surplus => surplus.Number > replicas))
            Directory.Delete(surplus.Path, recursive: true);

        for (var n = 1; n <= replicas; n++)
        {
            var replica = Replica(n);
            if (Stamp.Of(replica)?.Generation == stamp.Generation && !File.Exists(Path.Combine(replica, LostFile)))
                continue;
            if (Directory.Exists(replica))
                announce($"{Path.GetFileName(replica)} can no longer replicate from the primary; recreating it as a copy of the primary.");
            await MakeWholeAsync(replica, CopyPrimaryAsync, cancellation);
        }
    }

    /// <summary>Deletes the data of all servers and creates new ones. No server may run.</summary>
    /// <param name="replicas">Number of replicas.</param>
    /// <param name="cancellation">Cancels; incomplete folders are created again at the next start.</param>
    public Task RemakeAsync(int replicas, CancellationToken cancellation)
    {
        // The primary is deleted last: while it exists, an interrupted call has deleted only copies of its data.
        foreach (var path in ReplicaFolders().Select(replica => replica.Path).Append(Primary).Where(Directory.Exists).ToList())
        {
            if (Directory.Exists(path + RunFolder.Making))
                Directory.Delete(path + RunFolder.Making, recursive: true);
            Directory.Move(path, path + RunFolder.Making);
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
        var making = path + RunFolder.Making;
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

    /// <summary>Origin of a data folder. Written last, so a folder without a stamp is incomplete.</summary>
    /// <param name="Generation">Random; the same in all folders that descend from one bootstrap.</param>
    /// <param name="Series">The series of the engine that created the files: <c>10.11</c>.</param>
    /// <param name="Engine">The engine; missing in folders from before a second engine was supported.</param>
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
