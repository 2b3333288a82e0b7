namespace Dugout.Backup;

/// <summary>The exit codes of the program. Documented in <c>--help</c>.</summary>
internal static class ExitCode
{
    /// <summary>Done, and nothing differs.</summary>
    public const int Good = 0;

    /// <summary>The restored content differs from the backup.</summary>
    public const int CheckFailed = 2;

    /// <summary>A drill sold too little to show anything.</summary>
    public const int Undecided = 3;

    /// <summary>A wrong option or folder; nothing was started.</summary>
    public const int Usage = 64;

    /// <summary>No system is running, or servers did not start.</summary>
    public const int NoSystem = 69;

    /// <summary>The command was aborted.</summary>
    public const int BrokenOff = 130;
}
