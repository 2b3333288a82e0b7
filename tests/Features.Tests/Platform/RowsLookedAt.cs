using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Features.Tests.Platform;

/// <summary>Asks a server how many rows it looks at for statements: in tables and indexes, by key and one after the other, its own temporary tables included. No time is in it.</summary>
internal static class RowsLookedAt
{
    /// <summary>Runs statements, and says how many rows were looked at for them.</summary>
    public static async Task<long> ForAsync(MySqlConnection connection, IEnumerable<string> statements)
    {
        // To ask goes through a table as well, as long each time.
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
