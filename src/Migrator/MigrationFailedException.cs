namespace Dugout.Migrator;

/// <summary>The database can't be made what this build expects; the message says why and what to do.</summary>
internal sealed class MigrationFailedException(string message) : Exception(message);
