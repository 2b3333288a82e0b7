using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// The server's table statistics, from which its optimizer chooses query plans. The server updates them by itself, but some seconds after many inserts; a server that is
/// stopped before that treats the tables as empty from then on.
/// </summary>
internal static class Statistics
{
    private const int StatementSeconds = 60;

    /// <summary>Updates the statistics of all tables, on the replicas, too.</summary>
    public static async Task RenewStatisticsAsync(this MySqlConnection connection, CancellationToken cancellation)
    {
        var tables = await connection.QueryAsync<string>(new(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'", cancellationToken: cancellation));
        await connection.ExecuteAsync(new($"ANALYZE TABLE {string.Join(", ", tables)}", commandTimeout: StatementSeconds, cancellationToken: cancellation));
    }
}
