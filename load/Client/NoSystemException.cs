namespace Dugout.Load.Client;

/// <summary>There is nothing to push load at, or nothing to check it with. The message is the one line the user sees.</summary>
internal sealed class NoSystemException(string message) : Exception(message);
