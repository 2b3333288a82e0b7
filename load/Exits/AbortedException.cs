namespace Dugout.Load.Exits;

/// <summary>An aborted operation that reports more than the abort itself; the message is the one line the user sees.</summary>
internal sealed class AbortedException(string message) : OperationCanceledException(message);
