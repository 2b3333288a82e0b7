namespace Dugout.Infrastructure.Processes;

/// <summary>Copies data folders while no server runs.</summary>
internal static class FolderCopy
{
    /// <summary>Copies the contents of a folder into another. On Linux with cp, which shares blocks where the file system supports it, and also copies special files.</summary>
    /// <returns>The error; null on success.</returns>
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

    /// <summary>The same on other systems, where only containers have data and leave only files and folders.</summary>
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
