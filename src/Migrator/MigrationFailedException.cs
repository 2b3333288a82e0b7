namespace Dugout.Migrator;

/// <summary>The database cannot be migrated to this build's schema; the message gives the reason and what to do.</summary>
internal sealed class MigrationFailedException(string message) : Exception(message);
