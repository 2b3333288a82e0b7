namespace Dugout.Infrastructure;

/// <summary>Copies data folders while no server runs.</summary>
internal static class FolderCopy
{
    /// <summary>Copies what is in a folder into another. On Linux by cp, which shares blocks where the file system can, and also copies what is no file.</summary>
    /// <returns>What went wrong; null if nothing did.</returns>
    public static async Task<string?> MakeAsync(string from, string to, CancellationToken cancellation)
    {
        if (OperatingSystem.IsLinux())
        {
            Directory.CreateDirectory(to);
            var copied = await ProcessRunner.RunAsync("cp", ["-a", "--reflink=auto", from + "/.", to], cancellation);
            return copied.Succeeded ? null : copied.Complaint;
        }

        try
        {
            await Task.Run(() => Copy(from, to, cancellation), cancellation);
            return null;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            return fault.Message;
        }
    }

    /// <summary>The same everywhere else, where only containers have data and leave nothing but files and folders.</summary>
    internal static void Copy(string from, string to, CancellationToken cancellation)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from))
        {
            cancellation.ThrowIfCancellationRequested();
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        }

        foreach (var folder in Directory.EnumerateDirectories(from))
            Copy(folder, Path.Combine(to, Path.GetFileName(folder)), cancellation);
    }
}
