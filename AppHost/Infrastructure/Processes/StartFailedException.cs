namespace Dugout.Infrastructure.Processes;

/// <summary>
/// The system cannot start, for a reason the user can act on. The message is one line that names the problem
/// and what helps; a host prints it unchanged, without a stack trace, and exits with a code of its choice.
/// </summary>
public sealed class StartFailedException : Exception
{
    /// <summary>Whether the reason is an invalid setting, rather than the state of the machine.</summary>
    public bool IsUsage { get; init; }

    /// <summary>Creates the error with a line for the user.</summary>
    public StartFailedException(string message) : base(message)
    {
    }

    /// <summary>Creates the error with a line for the user, and the underlying exception for a debugger.</summary>
    public StartFailedException(string message, Exception innerException) : base(message, innerException)
    {
    }
}
