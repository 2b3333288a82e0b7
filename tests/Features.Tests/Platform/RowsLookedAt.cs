using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Features.Tests.Platform;

/// <summary>Counts the rows a server reads for statements, by key and by scan, including temporary tables. Independent of time.</summary>
internal static class RowsLookedAt
{
    /// <summary>Runs statements and returns the number of rows read.</summary>
    public static async Task<long> ForAsync(MySqlConnection connection, IEnumerable<string> statements)
    {
        // The query itself reads a table, too, the same number of rows each time.
        var first = await CountedAsync(connection);
        var before = await CountedAsync(connection);
        foreach (var statement in statements)
            await connection.QueryAsync(statement);
        return await CountedAsync(connection) - before - (before - first);
    }

    /// <summary>What this connection has had read so far.</summary>
    private static async Task<long> CountedAsync(MySqlConnection connection) =>
        (await connection.QueryAsync<(string Name, string Value)>("SHOW SESSION STATUS LIKE 'Handler_read%'")).Sum(counter => long.Parse(counter.Value, CultureInfo.InvariantCulture));
}
