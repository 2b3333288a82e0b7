using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// What the server believes of its tables, by which it chooses how to find rows. It learns by itself that many came, but some seconds later; and one that is
/// stopped before has them for empty from then on.
/// </summary>
internal static class Statistics
{
    private const int StatementSeconds = 60;

    /// <summary>Has it look at all tables. The replicas do it, too.</summary>
    public static async Task RenewStatisticsAsync(this MySqlConnection connection, CancellationToken cancellation)
    {
        var tables = await connection.QueryAsync<string>(new(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'", cancellationToken: cancellation));
        await connection.ExecuteAsync(new($"ANALYZE TABLE {string.Join(", ", tables)}", commandTimeout: StatementSeconds, cancellationToken: cancellation));
    }
}
