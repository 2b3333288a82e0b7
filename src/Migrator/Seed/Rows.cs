using System.Globalization;
using System.Text;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Inserts generated seed rows, a thousand per statement. The values are literals in the text: a parameter for each would take longer than
/// the server does. Never for values from clients.
/// </summary>
internal static class Rows
{
    private const int RowsAStatement = 1_000;
    private const int StatementSeconds = 60;

    /// <summary>Inserts rows.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction; null where each statement commits by itself.</param>
    /// <param name="tableAndColumns">Table and columns, such as <c>teams (id, name)</c>.</param>
    /// <param name="rows">The values, in the order of the columns: integers, booleans, times in UTC, texts without a backslash, bytes, null.</param>
    /// <param name="cancellation">Cancels.</param>
    public static async Task InsertAsync(
        this MySqlConnection connection, MySqlTransaction? transaction, string tableAndColumns, IEnumerable<object?[]> rows, CancellationToken cancellation)
    {
        foreach (var chunk in rows.Chunk(RowsAStatement))
        {
            var sql = new StringBuilder("INSERT INTO ").Append(tableAndColumns).Append(" VALUES ");
            foreach (var (index, row) in chunk.Index())
                sql.Append(index == 0 ? "(" : ", (").AppendJoin(", ", row.Select(Literal)).Append(')');
            await connection.ExecuteAsync(new(sql.ToString(), transaction: transaction, commandTimeout: StatementSeconds, cancellationToken: cancellation));
        }
    }

    /// <summary>Stops the run with one line where rows of the first ids are missing.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table, with ids from 1 on.</param>
    /// <param name="expected">Expected number of rows.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="MigrationFailedException">The number of rows differs.</exception>
    public static async Task CountedAsync(this MySqlConnection connection, string table, int expected, CancellationToken cancellation)
    {
        var there = await connection.ExecuteScalarAsync<int>(new(
            $"SELECT COUNT(*) FROM {table} WHERE id <= @expected", new { expected }, commandTimeout: StatementSeconds, cancellationToken: cancellation));
        if (there != expected)
            throw new MigrationFailedException(string.Create(CultureInfo.InvariantCulture,
                $"The database has {there:N0} of the {expected:N0} seeded {table}; start with --reset to recreate them."));
    }

    private static string Literal(object? value) => value switch
    {
        null => "NULL",
        long or int => string.Create(CultureInfo.InvariantCulture, $"{value}"),
        bool isTrue => isTrue ? "1" : "0",
        DateTime time => string.Create(CultureInfo.InvariantCulture, $"'{time:yyyy-MM-dd HH:mm:ss.ffffff}'"),
        byte[] { Length: > 0 } bytes => $"x'{Convert.ToHexString(bytes)}'",
        // The meaning of a backslash depends on the server's SQL mode.
        string text when !text.Contains('\\', StringComparison.Ordinal) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'",
        _ => throw new ArgumentException($"The seed cannot write '{value}' as an SQL literal.", nameof(value)),
    };
}
