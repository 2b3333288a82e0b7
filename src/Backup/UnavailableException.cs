namespace Dugout.Backup;

/// <summary>No system is running, or one that a command needs did not start. The message is the one line the user sees.</summary>
internal sealed class UnavailableException(string message) : Exception(message);
