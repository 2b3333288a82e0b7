namespace Dugout.Infrastructure.Processes;

/// <summary>File modes that give access to the owner only. Windows has no such modes: there the parent folder's permissions apply, which in a user's own folders are that user's.</summary>
internal static class OwnerOnly
{
    /// <summary>Options that create a file for its owner alone.</summary>
    public static FileStreamOptions File(FileStreamOptions options)
    {
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return options;
    }

    /// <summary>Creates a folder for its owner only, or restricts an existing one.</summary>
    public static void MakeFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
            return;
        }

        const UnixFileMode mode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        Directory.CreateDirectory(path, mode);
        System.IO.File.SetUnixFileMode(path, mode);
    }
}
