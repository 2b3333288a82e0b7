namespace Dugout.Platform.Persistence;

/// <summary>The write got no answer: it may or may not have taken place.</summary>
public sealed class OutcomeUnknownException(Exception reason) : Exception("The write got no answer.", reason);
