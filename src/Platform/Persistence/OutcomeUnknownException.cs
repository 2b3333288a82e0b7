namespace Dugout.Platform.Persistence;

/// <summary>The write got no response: it may or may not have been committed.</summary>
public sealed class OutcomeUnknownException(Exception reason) : Exception("The connection broke before the commit was confirmed; whether the write took effect is unknown.", reason);
