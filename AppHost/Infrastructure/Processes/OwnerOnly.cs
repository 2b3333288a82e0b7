namespace Dugout.Infrastructure;

/// <summary>Rights of what only its owner may read. Windows knows no such modes: there the rights of the folder above hold, which in a user's own folders are that user's.</summary>
internal static class OwnerOnly
{
    /// <summary>Options that create a file for its owner alone.</summary>
    public static FileStreamOptions File(FileStreamOptions options)
    {
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        return options;
    }

    /// <summary>Makes a folder, or takes it from everybody else.</summary>
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
