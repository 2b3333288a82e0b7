using System.Text.Json;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// The folder with everything one running system stores: data, configuration, passwords, <c>apphost.json</c>. Only
/// its owner can read it, and only one AppHost uses it at a time.
/// </summary>
public sealed class RunFolder : IDisposable
{
    /// <summary>The subfolder that a reset does not delete.</summary>
    internal const string Snapshots = "snapshots";

    /// <summary>Suffix of a data folder that is not complete.</summary>
    internal const string Making = ".making";

    private const string Marker = "dugout-run-folder";
    private const string AppHostLock = "apphost.lock";
    // Beside the lock and not in it: .NET takes a shared lock on every file it reads, so a locked file cannot be read.
    private const string HolderNote = "apphost.holder.json";

    /// <summary>Longer than a clean stop takes (about 3 s), and short enough for a waiting user.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly FileLock? _lock;
    private Holder? _holder;

    private RunFolder(string path, FileLock? taken, Holder? holder)
    {
        Path = path;
        _lock = taken;
        _holder = holder;
    }

    /// <summary>The folder, as an absolute path.</summary>
    public string Path { get; }

    /// <summary>The file with the addresses of a running system, for other programs; exists only while everything runs.</summary>
    public string RunFile => In("apphost.json");

    /// <summary>The folder with the keys of access tokens.</summary>
    public string Keys => In("keys");

    /// <summary>Returns a path inside the folder.</summary>
    public string In(params ReadOnlySpan<string> names) => System.IO.Path.Combine([Path, .. names]);

    /// <summary>A folder on another machine, used only to build paths.</summary>
    internal static RunFolder Elsewhere(string path) => new(path, taken: null, holder: null);

    /// <summary>Takes the folder for this process: creates it if needed, waits for a previous AppHost that is stopping, and deletes its data if requested.</summary>
    /// <param name="path">The folder, absolute or relative to the working folder.</param>
    /// <param name="reset">Whether all data are deleted first.</param>
    /// <param name="announce">Receives lines for the user: what the start waits for, what was deleted.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="StartFailedException">
    /// Another AppHost runs there (the message names its pid), or the folder cannot be created or used.
    /// </exception>
    public static async Task<RunFolder> TakeAsync(string path, bool reset, Action<string> announce, CancellationToken cancellation = default)
    {
        path = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(path));
        if (path.Any(char.IsControl))
            throw new StartFailedException("--run-dir: the path contains a control character, which server configuration files do not support.");

        try
        {
            MakeOurs(path);
            var taken = await TakeLockAsync(path, announce, cancellation);
            try
            {
                // Removed first: the file of a killed run is out of date.
                File.Delete(System.IO.Path.Combine(path, "apphost.json"));
                await LeftoverProcesses.EndAsync(path, announce, cancellation);
                if (reset)
                    Wipe(path, announce);

                var holder = Holder.ThisProcess();
                holder.Write(path);
                return new(path, taken, holder);
            }
            catch
            {
                taken.Dispose();
                throw;
            }
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw new StartFailedException($"The run folder {path} cannot be used: {fault.Message}", fault);
        }
    }

    /// <summary>Records that this AppHost is stopping, so that the next start waits instead of failing.</summary>
    public void Leaving()
    {
        if (_holder is null)
            return;
        _holder = _holder with { Leaving = true };
        try
        {
            _holder.Write(Path);
        }
        catch (IOException)
        {
            // On a full disk the next start finds the lock taken and fails, instead of waiting.
        }
    }

    /// <summary>Releases the folder. The data stay.</summary>
    public void Dispose()
    {
        if (_lock is null)
            return;
        File.Delete(RunFile);
        File.Delete(In(HolderNote));
        _lock.Dispose();
    }

    /// <summary>Whether an AppHost, or a process that a killed one left behind, still uses a folder.</summary>
    internal static bool IsInUse(string path)
    {
        using var free = FileLock.TryTake(System.IO.Path.Combine(path, AppHostLock));
        return free is null || LeftoverProcesses.Of(path).Count > 0;
    }

    private static void MakeOurs(string path)
    {
        var marker = System.IO.Path.Combine(path, Marker);
        if (File.Exists(marker))
        {
            OwnerOnly.MakeFolder(path);
            return;
        }

        // The folder holds a user's documents: it must neither be filled nor, with --reset, be emptied. A folder of an AppHost whose first start was
        // killed before the marker was written is still empty.
        if (Directory.Exists(path) && Directory.EnumerateFileSystemEntries(path).Any())
            throw new StartFailedException($"{path} contains files and is not a run folder of Dugout; choose an empty or new folder with --run-dir.");

        OwnerOnly.MakeFolder(path);
        File.WriteAllText(marker, "Dugout stores its data here; --reset deletes everything in this folder except its snapshots.\n");
    }

    private static async Task<FileLock> TakeLockAsync(string path, Action<string> announce, CancellationToken cancellation)
    {
        var file = System.IO.Path.Combine(path, AppHostLock);
        var since = TimeProvider.System.GetTimestamp();
        var reported = false;
        while (true)
        {
            if (FileLock.TryTake(file) is { } taken)
                return taken;

            var holder = Holder.Read(path);
            var waited = TimeProvider.System.GetElapsedTime(since);
            // The note is written just after the lock is taken: its writer may need that moment.
            var unknownYet = holder is null && waited < TimeSpan.FromSeconds(1);
            if (!unknownYet && (holder is not { IsOnItsWayOut: true } || waited >= Patience))
            {
                var who = holder is null ? "Another AppHost" : $"Another AppHost (process {holder.Process.Id})";
                throw new StartFailedException($"{who} is running in {path}; stop it, or choose another folder with --run-dir.");
            }

            if (!unknownYet && !reported)
            {
                announce($"The previous AppHost (process {holder!.Process.Id}) is still stopping; waiting up to {Patience.TotalSeconds} s.");
                reported = true;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(100), cancellation);
        }
    }

    private static void Wipe(string path, Action<string> announce)
    {
        foreach (var entry in new DirectoryInfo(path).EnumerateFileSystemInfos())
        {
            if (entry.Name is Marker or AppHostLock or Snapshots)
                continue;
            // A link is removed, never followed.
            if (entry is DirectoryInfo { LinkTarget: null } folder)
                folder.Delete(recursive: true);
            else
                entry.Delete();
        }

        announce($"Reset: all data in {path} were deleted.");
    }

    /// <summary>The lock holder, as noted beside the lock; valid only while the lock is held.</summary>
    /// <param name="Process">The AppHost.</param>
    /// <param name="Runner">The <c>dotnet run</c> around it, if there is one.</param>
    /// <param name="Leaving">Whether it has begun to stop.</param>
    private sealed record Holder(ProcessIdentity Process, ProcessIdentity? Runner, bool Leaving)
    {
        /// <summary>Whether it has recorded that it is stopping, or the process that started it is gone and it will stop soon.</summary>
        public bool IsOnItsWayOut => Leaving || !Process.IsAlive || Runner is { IsAlive: false };

        public static Holder ThisProcess() => new(ProcessIdentity.Current, DotnetRunParent.Find(), Leaving: false);

        public static Holder? Read(string folder)
        {
            try
            {
                return JsonSerializer.Deserialize<Holder>(File.ReadAllText(System.IO.Path.Combine(folder, HolderNote)), JsonSerializerOptions.Web);
            }
            catch (Exception fault) when (fault is IOException or JsonException)
            {
                return null;
            }
        }

        public void Write(string folder) =>
            PrivateFile.Write(System.IO.Path.Combine(folder, HolderNote), JsonSerializer.Serialize(this, JsonSerializerOptions.Web));
    }
}
