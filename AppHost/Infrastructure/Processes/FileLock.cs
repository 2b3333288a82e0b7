namespace Dugout.Infrastructure.Processes;

/// <summary>
/// An exclusive lock on a file, held by this process until it is disposed or the process ends for any reason, when the kernel
/// releases it. The same kind that <c>flock(1)</c> takes. The file itself is not removed: removing a lock file lets two
/// processes hold "the" lock, on two files.
/// </summary>
internal sealed class FileLock : IDisposable
{
    private readonly FileStream _file;

    private FileLock(FileStream file) => _file = file;

    /// <summary>Takes the lock, or returns null when another process holds it.</summary>
    /// <exception cref="UnauthorizedAccessException">The file cannot be opened for writing.</exception>
    /// <exception cref="DirectoryNotFoundException">Its folder does not exist.</exception>
    public static FileLock? TryTake(string path)
    {
        try
        {
            return new(new FileStream(path, OwnerOnly.File(new() { Mode = FileMode.OpenOrCreate, Access = FileAccess.ReadWrite, Share = FileShare.None })));
        }
        catch (IOException fault) when (fault.GetType() == typeof(IOException) && File.Exists(path))
        {
            return null;
        }
    }

    /// <summary>Takes the lock as soon as it is free, or returns null after the time limit.</summary>
    /// <param name="path">The lock file.</param>
    /// <param name="patience">How long to wait.</param>
    /// <param name="waiting">Called once if the lock is not free at first.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    public static async Task<FileLock?> WaitAsync(string path, TimeSpan patience, Action waiting, CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetTimestamp();
        var reported = false;
        while (true)
        {
            if (TryTake(path) is { } taken)
                return taken;
            if (!reported)
                waiting();
            reported = true;
            if (TimeProvider.System.GetElapsedTime(since) >= patience)
                return null;
            await Task.Delay(TimeSpan.FromMilliseconds(100), cancellation);
        }
    }

    /// <summary>Releases the lock.</summary>
    public void Dispose() => _file.Dispose();
}
