using System.Globalization;
using System.Text;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Inserts rows of the seed's own making, a thousand a statement. They stand in the text as literals: a parameter each would take longer than
/// the server does. Not for values that anybody sends.
/// </summary>
internal static class Rows
{
    private const int RowsAStatement = 1_000;
    private const int StatementSeconds = 60;

    /// <summary>Inserts them.</summary>
    /// <param name="connection">Where.</param>
    /// <param name="transaction">In what; null where each statement commits by itself.</param>
    /// <param name="tableAndColumns">Such as <c>teams (id, name)</c>.</param>
    /// <param name="rows">The values, in the order of the columns: whole numbers, truth values, times in UTC, texts without a backslash, bytes, null.</param>
    /// <param name="cancellation">Gives up.</param>
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

    /// <summary>Stops with one line where not all rows of the first ids are there.</summary>
    /// <param name="connection">Where.</param>
    /// <param name="table">Whose rows, with ids from 1 on.</param>
    /// <param name="expected">How many they should be.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="MigrationFailedException">They are not as many.</exception>
    public static async Task CountedAsync(this MySqlConnection connection, string table, int expected, CancellationToken cancellation)
    {
        var there = await connection.ExecuteScalarAsync<int>(new(
            $"SELECT COUNT(*) FROM {table} WHERE id <= @expected", new { expected }, commandTimeout: StatementSeconds, cancellationToken: cancellation));
        if (there != expected)
            throw new MigrationFailedException(string.Create(CultureInfo.InvariantCulture,
                $"The database has {there:N0} of the {expected:N0} seeded {table}. Start with --reset to make them anew."));
    }

    private static string Literal(object? value) => value switch
    {
        null => "NULL",
        long or int => string.Create(CultureInfo.InvariantCulture, $"{value}"),
        bool isTrue => isTrue ? "1" : "0",
        DateTime time => string.Create(CultureInfo.InvariantCulture, $"'{time:yyyy-MM-dd HH:mm:ss.ffffff}'"),
        byte[] { Length: > 0 } bytes => $"x'{Convert.ToHexString(bytes)}'",
        // What a backslash means depends on the server's mode.
        string text when !text.Contains('\\', StringComparison.Ordinal) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'",
        _ => throw new ArgumentException($"The seed holds nothing like '{value}'.", nameof(value)),
    };
}
