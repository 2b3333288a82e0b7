namespace Dugout.Infrastructure.Commands;

/// <summary>What came of a command, in a sentence for whoever gave it.</summary>
internal static class CommandResult
{
    /// <summary>It is done.</summary>
    public static ExecuteCommandResult Done(string message) => new() { Success = true, Message = message };

    /// <summary>It isn't, and why.</summary>
    public static ExecuteCommandResult Failed(string reason) => CommandResults.Failure(reason);
}
