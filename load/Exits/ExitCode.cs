namespace Dugout.Load.Exits;

/// <summary>The exit codes of the program. Documented in <c>--help</c> and in <c>load/README.md</c>.</summary>
internal static class ExitCode
{
    /// <summary>The check passed and nothing failed.</summary>
    public const int Good = 0;

    /// <summary>The check passed, and something failed, or the figures are not valid.</summary>
    public const int SomethingFailed = 1;

    /// <summary>The check failed, whatever else.</summary>
    public const int CheckFailed = 2;

    /// <summary>For experiments: the machine was too noisy to decide, or the effect to be shown did not happen this time.</summary>
    public const int Undecided = 3;

    /// <summary>A wrong option, value or scenario; nothing was started.</summary>
    public const int Usage = 64;

    /// <summary>No system is running, a part of it that a run needs is unavailable, or the record cannot be written.</summary>
    public const int NoSystem = 69;

    /// <summary>The run was aborted; its measurements until then are in a record marked as partial.</summary>
    public const int Aborted = 130;
}
