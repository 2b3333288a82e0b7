namespace Dugout.Load;

/// <summary>What the program answers to whoever started it. Stated in <c>--help</c> and in the manual.</summary>
internal static class ExitCode
{
    /// <summary>The check holds and nothing failed.</summary>
    public const int Good = 0;

    /// <summary>The check holds, and something failed, or the figures can't be trusted.</summary>
    public const int SomethingFailed = 1;

    /// <summary>The check does not hold, whatever else.</summary>
    public const int CheckFailed = 2;

    /// <summary>Of experiments: the machine was too noisy to say, or what was to be shown did not happen this time.</summary>
    public const int Undecided = 3;

    /// <summary>A wrong option, value or scenario; nothing was started.</summary>
    public const int Usage = 64;

    /// <summary>No system is up, a part of it that a run needs is out of reach, or the record can't be written.</summary>
    public const int NoSystem = 69;

    /// <summary>Somebody broke the run off; what was measured until then is in a record that says so.</summary>
    public const int BrokenOff = 130;
}
