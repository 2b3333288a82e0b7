namespace Dugout.Infrastructure;

/// <summary>
/// The system can't start here and now, for a reason the user can act on. The message is one line that names what is
/// wrong and what helps; a host prints it as it is, without a stack trace, and exits with a code of its choice.
/// </summary>
public sealed class StartFailedException : Exception
{
    /// <summary>Whether the reason is a setting that can't be read, rather than the state of the machine.</summary>
    public bool IsUsage { get; init; }

    /// <summary>Refuses with a line for the user.</summary>
    public StartFailedException(string message) : base(message)
    {
    }

    /// <summary>Refuses with a line for the user, keeping the fault behind it for a debugger.</summary>
    public StartFailedException(string message, Exception innerException) : base(message, innerException)
    {
    }
}
