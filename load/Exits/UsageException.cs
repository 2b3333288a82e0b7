namespace Dugout.Load.Exits;

/// <summary>The command line requests something impossible; the message is the one line the user sees.</summary>
internal sealed class UsageException(string message) : Exception(message);
