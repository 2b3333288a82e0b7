namespace Dugout.Infrastructure.Commands;

/// <summary>Result of a command, with one sentence for the user.</summary>
internal static class CommandResult
{
    /// <summary>The command succeeded.</summary>
    public static ExecuteCommandResult Done(string message) => new() { Success = true, Message = message };

    /// <summary>The command failed, with the reason.</summary>
    public static ExecuteCommandResult Failed(string reason) => CommandResults.Failure(reason);
}
