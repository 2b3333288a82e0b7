using MySqlConnector;

namespace Dugout.Features.Tests;

/// <summary>The statements that are running on the primary.</summary>
internal static class RunningStatements
{
    /// <summary>How many of them match a pattern; null where MySQL cannot compare, because one contains bytes that are not text.</summary>
    public static async Task<long?> CountStatementsAsync(this Shop shop, string pattern)
    {
        try
        {
            return await shop.QueryAsync<long>(
                "SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND info LIKE @pattern", new { pattern });
        }
        catch (MySqlException error) when (error.ErrorCode == MySqlErrorCode.CannotConvertString)
        {
            return null;
        }
    }
}
