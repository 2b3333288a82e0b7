using MySqlConnector;

namespace Dugout.Backup;

/// <summary>How a column's values are written.</summary>
internal enum ColumnKind
{
    /// <summary>As digits.</summary>
    Number,

    /// <summary>In quotes: letters, times.</summary>
    Text,

    /// <summary>As hexadecimal digits.</summary>
    Bytes,
}

/// <summary>A column. The server itself converts its values to text, so that no driver's type mapping affects them.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">How its values are written.</param>
internal sealed record ColumnShape(string Name, ColumnKind Kind)
{
    /// <summary>The expression that shows a value as text.</summary>
    public string Shown => Kind == ColumnKind.Bytes ? $"HEX(`{Name}`)" : $"CAST(`{Name}` AS CHAR CHARACTER SET utf8mb4)";

    /// <summary>The expression that shows a value as hexadecimal digits, or a dash for null: different values have different texts.</summary>
    public string Digits => $"COALESCE({(Kind == ColumnKind.Bytes ? Shown : $"HEX({Shown})")}, '-')";

    /// <summary>The literal of a shown value in a statement, without a line break in it.</summary>
    public string Literal(string? shown) => (Kind, shown) switch
    {
        (_, null) => "NULL",
        (ColumnKind.Number, _) => shown,
        (ColumnKind.Bytes, _) => $"x'{shown}'",
        _ => Quoted(shown),
    };

    /// <summary>How values of a type are written.</summary>
    /// <param name="type">Its name in <c>information_schema</c>.</param>
    /// <param name="what">The column of the type, for the message.</param>
    /// <exception cref="NotSupportedException">It has values that text does not preserve exactly, or it has not been needed yet.</exception>
    public static ColumnKind KindOf(string type, string what) => type.ToUpperInvariant() switch
    {
        "TINYINT" or "SMALLINT" or "MEDIUMINT" or "INT" or "BIGINT" or "DECIMAL" => ColumnKind.Number,
        "CHAR" or "VARCHAR" or "TINYTEXT" or "TEXT" or "MEDIUMTEXT" or "LONGTEXT" or "JSON" or "ENUM" => ColumnKind.Text,
        "DATE" or "TIME" or "DATETIME" or "TIMESTAMP" => ColumnKind.Text,
        "BINARY" or "VARBINARY" or "TINYBLOB" or "BLOB" or "MEDIUMBLOB" or "LONGBLOB" => ColumnKind.Bytes,
        _ => throw new NotSupportedException($"{what} is of type {type}, which a dump can't keep"),
    };

    private static string Quoted(string text) => "'" + text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("'", "\\'", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal)
        .Replace("\0", "\\0", StringComparison.Ordinal) + "'";
}

/// <summary>A table: the columns to dump, and their order.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Columns">The columns that a statement may fill; the server recomputes generated columns.</param>
/// <param name="Key">Indexes of the primary key's columns among them, in the key's order.</param>
internal sealed record TableShape(string Name, IReadOnlyList<ColumnShape> Columns, IReadOnlyList<int> Key)
{
    /// <summary>The beginning of a statement that fills it.</summary>
    public string Insert => $"INSERT INTO `{Name}` ({string.Join(',', Columns.Select(column => $"`{column.Name}`"))}) VALUES ";

    /// <summary>The rows that follow a row in the order of the primary key, each shown as text.</summary>
    /// <param name="last">The literals of that row; null for the first rows of all.</param>
    /// <param name="most">The maximum number of rows.</param>
    public string Select(IReadOnlyList<string>? last, int most) =>
        $"SELECT {string.Join(", ", Columns.Select(column => column.Shown))} FROM `{Name}`{(last is null ? "" : $" WHERE {Behind(last)}")} ORDER BY {string.Join(", ", Key.Select(NameOf))} LIMIT {most}";

    /// <summary>The number of rows, and one number computed from their content: equal rows give equal numbers, in whatever order they are stored.</summary>
    public string Tally =>
        $"SELECT COUNT(*), CAST(COALESCE(BIT_XOR(CAST(CONV(LEFT(MD5(CONCAT_WS(',', {string.Join(", ", Columns.Select(column => column.Digits))})), 16), 16, 10) AS UNSIGNED)), 0) AS CHAR CHARACTER SET utf8mb4) FROM `{Name}`";

    /// <summary>All tables of the schema, by name.</summary>
    /// <exception cref="NotSupportedException">One has a column that cannot be dumped, or no primary key to read it by.</exception>
    public static async Task<IReadOnlyList<TableShape>> AllAsync(MySqlConnection connection, CancellationToken cancel)
    {
        var columns = await ReadAsync(
            connection,
            """
            SELECT c.table_name, c.column_name, c.data_type
            FROM information_schema.columns c
            JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.table_type = 'BASE TABLE'
            WHERE c.table_schema = DATABASE() AND COALESCE(c.generation_expression, '') = ''
            ORDER BY c.table_name, c.ordinal_position
            """, cancel);
        var keys = (await ReadAsync(
            connection,
            """
            SELECT table_name, column_name, constraint_name
            FROM information_schema.key_column_usage
            WHERE table_schema = DATABASE() AND constraint_name = 'PRIMARY'
            ORDER BY table_name, ordinal_position
            """, cancel)).ToLookup(row => row[0], row => row[1]);
        return [.. columns.GroupBy(row => row[0]).Select(table => Of(table.Key, [.. table], [.. keys[table.Key]])).OrderBy(table => table.Name, StringComparer.Ordinal)];
    }

    /// <summary>Runs a query that returns short texts.</summary>
    public static async Task<IReadOnlyList<string[]>> ReadAsync(MySqlConnection connection, string sql, CancellationToken cancel)
    {
        using var command = new MySqlCommand(sql, connection);
        using var reader = await command.ExecuteReaderAsync(cancel);
        List<string[]> rows = [];
        while (await reader.ReadAsync(cancel))
        {
            var row = new string[reader.FieldCount];
            for (var i = 0; i < row.Length; i++) row[i] = reader.IsDBNull(i) ? "" : Convert.ToString(reader.GetValue(i), System.Globalization.CultureInfo.InvariantCulture) ?? "";
            rows.Add(row);
        }

        return rows;
    }

    private static TableShape Of(string name, IReadOnlyList<string[]> columns, IReadOnlyList<string> key)
    {
        if (key.Count == 0) throw new NotSupportedException($"the table {name} has no primary key to be read by");
        List<ColumnShape> shapes = [.. columns.Select(row => new ColumnShape(row[1], ColumnShape.KindOf(row[2], $"{name}.{row[1]}")))];
        return new TableShape(name, shapes, [.. key.Select(column => shapes.FindIndex(shape => shape.Name == column))]);
    }

    private string NameOf(int column) => $"`{Columns[column].Name}`";

    // Written out: for a comparison of tuples the server would scan every row.
    private string Behind(IReadOnlyList<string> last) => string.Join(" OR ", Key.Select((column, place) =>
        $"({string.Join(" AND ", Key.Take(place).Select(before => $"{NameOf(before)} = {last[before]}").Append($"{NameOf(column)} > {last[column]}"))})"));
}
