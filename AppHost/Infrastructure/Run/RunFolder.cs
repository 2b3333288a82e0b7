using System.Text.Json;

namespace Dugout.Infrastructure;

/// <summary>
/// The folder that holds everything one running system keeps: data, configuration, passwords, <c>apphost.json</c>. It is
/// readable by its owner alone and belongs to one AppHost at a time.
/// </summary>
public sealed class RunFolder : IDisposable
{
    /// <summary>The folder in it that a reset leaves.</summary>
    internal const string Snapshots = "snapshots";

    private const string Marker = "dugout-run-folder";
    private const string AppHostLock = "apphost.lock";
    // Beside the lock and not in it: .NET takes a shared lock on whatever it reads, so a locked file can't be read.
    private const string HolderNote = "apphost.holder.json";

    /// <summary>Longer than a clean stop takes (about 3 s), shorter than a user's patience.</summary>
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

    /// <summary>What a running system tells other programs; there only while everything runs.</summary>
    public string RunFile => In("apphost.json");

    /// <summary>A place inside the folder.</summary>
    public string In(params ReadOnlySpan<string> names) => System.IO.Path.Combine([Path, .. names]);

    /// <summary>A folder of another machine, of which nothing but the places in it is asked for.</summary>
    internal static RunFolder Elsewhere(string path) => new(path, taken: null, holder: null);

    /// <summary>Takes the folder for this process: makes it if needed, waits for a start before that is on its way out, wipes it if asked.</summary>
    /// <param name="path">The folder, absolute or relative to the working folder.</param>
    /// <param name="reset">Throw all data away first.</param>
    /// <param name="announce">Takes lines for the user: what is waited for, what was wiped.</param>
    /// <param name="cancellation">Gives up waiting.</param>
    /// <exception cref="StartFailedException">
    /// Another AppHost runs there (named by its pid), or the folder can't be made or isn't ours to use.
    /// </exception>
    public static async Task<RunFolder> TakeAsync(string path, bool reset, Action<string> announce, CancellationToken cancellation = default)
    {
        path = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(path));
        if (path.Any(char.IsControl))
            throw new StartFailedException("--run-dir: the path holds a control character, which server configuration files can't carry.");

        try
        {
            MakeOurs(path);
            var taken = await TakeLockAsync(path, announce, cancellation);
            try
            {
                // First of all: what a killed run told about itself no longer holds.
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
            throw new StartFailedException($"The run folder {path} can't be used: {fault.Message}", fault);
        }
    }

    /// <summary>Tells a next start that this one is stopping, so that it waits instead of refusing.</summary>
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
            // On a full disk the next start finds the lock taken and refuses, instead of waiting.
        }
    }

    /// <summary>Gives the folder back. Data stay.</summary>
    public void Dispose()
    {
        if (_lock is null)
            return;
        File.Delete(RunFile);
        File.Delete(In(HolderNote));
        _lock.Dispose();
    }

    /// <summary>Whether an AppHost, or what a killed one left behind, still works in a folder.</summary>
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

        // Somebody's documents: neither ours to fill nor, with --reset, to empty. A folder of our own whose first start was
        // killed before the marker was there is still empty.
        if (Directory.Exists(path) && Directory.EnumerateFileSystemEntries(path).Any())
            throw new StartFailedException($"{path} holds files and is no run folder of Dugout; name an empty or a new one with --run-dir.");

        OwnerOnly.MakeFolder(path);
        File.WriteAllText(marker, "Dugout keeps its data here; --reset throws everything in this folder away but its snapshots.\n");
    }

    private static async Task<FileLock> TakeLockAsync(string path, Action<string> announce, CancellationToken cancellation)
    {
        var file = System.IO.Path.Combine(path, AppHostLock);
        var since = TimeProvider.System.GetTimestamp();
        var told = false;
        while (true)
        {
            if (FileLock.TryTake(file) is { } taken)
                return taken;

            var holder = Holder.Read(path);
            var waited = TimeProvider.System.GetElapsedTime(since);
            // The note is written just after the lock is taken: give its writer that moment.
            var unknownYet = holder is null && waited < TimeSpan.FromSeconds(1);
            if (!unknownYet && (holder is not { IsOnItsWayOut: true } || waited >= Patience))
            {
                var who = holder is null ? "Another AppHost" : $"Another AppHost (process {holder.Process.Id})";
                throw new StartFailedException($"{who} runs in {path}; stop it, or choose another folder with --run-dir.");
            }

            if (!unknownYet && !told)
            {
                announce($"The AppHost before this one (process {holder!.Process.Id}) is still stopping; waiting up to {Patience.TotalSeconds} s.");
                told = true;
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

        announce($"Reset: all data in {path} were thrown away.");
    }

    /// <summary>Who holds the folder, as noted beside the lock; worth something only while the lock is held.</summary>
    /// <param name="Process">The AppHost.</param>
    /// <param name="Runner">The <c>dotnet run</c> around it, if there is one.</param>
    /// <param name="Leaving">Whether it has begun to stop.</param>
    private sealed record Holder(ProcessIdentity Process, ProcessIdentity? Runner, bool Leaving)
    {
        /// <summary>It has said so, or whoever started it is gone and it will notice.</summary>
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
