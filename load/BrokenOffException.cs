namespace Dugout.Load;

/// <summary>Somebody broke something off that has more to say about it than that; the message is the one line the user sees.</summary>
internal sealed class BrokenOffException(string message) : OperationCanceledException(message);
