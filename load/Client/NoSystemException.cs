namespace Dugout.Load.Client;

/// <summary>There is no system to put load on, to check or to back up, or one that was to be started is not there. The message is the one line the user sees.</summary>
internal sealed class NoSystemException(string message) : Exception(message);
