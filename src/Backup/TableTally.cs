using System.Globalization;
using MySqlConnector;

namespace Dugout.Backup;

/// <summary>The content of a table, as two numbers that the server computes from all its rows.</summary>
/// <param name="Table">Its name.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Hash">The exclusive or, over all rows, of 64 bits of each row's MD5: the same for the same rows, and by chance for others once in 2^64.</param>
internal sealed record TableTally(string Table, long Rows, string Hash)
{
    /// <summary>The command time-out, in seconds: reading every row takes longer than other statements.</summary>
    private const int Seconds = 600;

    /// <summary>Computes it for one table.</summary>
    public static async Task<TableTally> OfAsync(MySqlConnection connection, TableShape table, CancellationToken cancel)
    {
        using var command = new MySqlCommand(table.Tally, connection) { CommandTimeout = Seconds };
        using var reader = await command.ExecuteReaderAsync(cancel);
        return await reader.ReadAsync(cancel)
            ? new TableTally(table.Name, Convert.ToInt64(reader.GetValue(0), CultureInfo.InvariantCulture), reader.GetString(1))
            : throw new InvalidOperationException($"the count of {table.Name} has no row");
    }

    /// <summary>Computes it for every table of a schema, as it is now.</summary>
    public static async Task<IReadOnlyList<TableTally>> AllAsync(string connectionString, CancellationToken cancel)
    {
        using var connection = new MySqlConnection($"{connectionString};Pooling=false");
        await connection.OpenAsync(cancel);
        await Dump.RunAsync(connection, "SET SESSION time_zone = '+00:00'", cancel);
        List<TableTally> tallies = [];
        foreach (var table in await TableShape.AllAsync(connection, cancel)) tallies.Add(await OfAsync(connection, table, cancel));
        return tallies;
    }

    /// <summary>The differences between two counts of a schema, a line each; empty when there are none.</summary>
    public static IReadOnlyList<string> Differences(IReadOnlyList<TableTally> expected, IReadOnlyList<TableTally> found)
    {
        var now = found.ToDictionary(tally => tally.Table);
        List<string> differences = [.. found.ExceptBy(expected.Select(tally => tally.Table), tally => tally.Table).Select(more => $"{more.Table} was not there")];
        foreach (var before in expected)
        {
            if (!now.TryGetValue(before.Table, out var tally)) differences.Add($"{before.Table} is gone");
            else if (tally.Rows != before.Rows) differences.Add(string.Create(CultureInfo.InvariantCulture, $"{before.Table} has {tally.Rows} rows, had {before.Rows}"));
            else if (tally.Hash != before.Hash) differences.Add(string.Create(CultureInfo.InvariantCulture, $"{before.Table} has as many rows as before, {tally.Rows}, but not the same"));
        }

        return differences;
    }
}
