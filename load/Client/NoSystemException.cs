namespace Dugout.Load.Client;

/// <summary>There is no system to put load on, or none to check against. The message is the one line the user sees.</summary>
internal sealed class NoSystemException(string message) : Exception(message);
