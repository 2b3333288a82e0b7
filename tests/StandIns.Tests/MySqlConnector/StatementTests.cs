using System.Globalization;
using System.Text;
using FsCheck.Fluent;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>Values in statement texts: found where they are meant, and never able to become a part of the statement.</summary>
public sealed class StatementTests(ServerFixture server)
{
    [Fact]
    public async Task Placeholders_in_quotes_and_comments_are_left_alone()
    {
        const string Sql = """
            SELECT '@a ?', "@a", 'it''s @a', 'back\'slash @a', /* @a ' ? */ @A AS `@a`, -- @a '
            @b + 5--@c, # @a ?
            @`d e`, @@autocommit, 1 /1
            """;
        await using var connection = await OpenAsync("");
        await using var command = new MySqlCommand(Sql, connection);
        command.Parameters.AddWithValue("a", "x");
        command.Parameters.AddWithValue("@b", 1);
        command.Parameters.AddWithValue("?c", 2);
        command.Parameters.AddWithValue("@`d e`", "y");
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(["@a ?", "@a", "it's @a", "back'slash @a", "x"], Enumerable.Range(0, 5).Select(reader.GetString));
        Assert.Equal(("@a", 8, "y"), (reader.GetName(4), reader.GetInt32(5), reader.GetString(6)));
    }

    [Fact]
    public async Task Question_marks_take_values_in_order()
    {
        await using var connection = await OpenAsync("");
        foreach (var prepared in new[] { false, true })
        {
            await using var command = new MySqlCommand("SELECT CONCAT(?, '?', ?)", connection);
            command.Parameters.Add(new MySqlParameter { Value = "a" });
            command.Parameters.Add(new MySqlParameter { Value = "b" });
            if (prepared)
                await command.PrepareAsync();
            Assert.Equal("a?b", await command.ExecuteScalarAsync());
        }
    }

    private const int NeedsPrivilege = 1227;

    [Fact]
    public async Task Account_names_are_no_placeholders()
    {
        await using var connection = await OpenAsync("");
        await using var command = new MySqlCommand("DROP USER IF EXISTS 'quoted'@'%', plain@localhost, `ticked`@`%`", connection);
        try
        {
            await command.ExecuteNonQueryAsync();
        }
        catch (MySqlException error) when (error.Number == NeedsPrivilege)
        {
            // The server has read it; that our account may not do it is all it objects to.
        }
    }

    public static TheoryData<string> Modes => ["", "NO_BACKSLASH_ESCAPES", "ANSI_QUOTES", "ANSI,NO_BACKSLASH_ESCAPES", "STRICT_ALL_TABLES,PIPES_AS_CONCAT"];

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Texts_arrive_whole_under_every_mode(string mode)
    {
        await using var connection = await OpenAsync(mode);
        await CheckTextsAsync(connection, Texts(2_000));
        string[] special = ["'", "\\", "\\'", "'\\", "\\\\'", "';DROP TABLE t;--", "\0\\", new string('\\', 5001), new string('\'', 5001), new string('\\', 4096) + "'"];
        await CheckTextsAsync(connection, [.. special.SelectMany(left => special.Select(right => left + right))]);
    }

    /// <summary>The mode of the last owner must not decide how the next one's values are spelled.</summary>
    [Theory]
    [MemberData(nameof(Modes))]
    public async Task Texts_arrive_whole_in_the_first_command_after_a_change_of_owner(string mode)
    {
        await using var source = new MySqlDataSource(server.ConnectionString + ";MaximumPoolSize=1;ApplicationName=modes-" + mode.Length);
        foreach (var value in new[] { "\\'", "'\\", "\\", new string('\\', 5000) + "'", "\\' OR 1 = 1 -- " })
        {
            await using (var connection = await source.OpenConnectionAsync())
                await RunAsync(connection, $"SET SESSION sql_mode = '{mode}'");
            await using var next = await source.OpenConnectionAsync();
            await CheckTextsAsync(next, [value, value]);
        }
    }

    [Fact]
    public async Task Bytes_arrive_whole_under_every_mode()
    {
        foreach (var mode in Modes)
        {
            await using var connection = await OpenAsync(mode);
            foreach (var length in new[] { 1, 4096, 4097, 100_000 })
            {
                var bytes = new byte[length];
                for (var i = 0; i < length; i++)
                    bytes[i] = (byte)"\\'\0a\\\\'\u001a\""[i % 9];
                await using var command = new MySqlCommand("SELECT @v", connection);
                command.Parameters.AddWithValue("@v", bytes);
                Assert.Equal(bytes, await command.ExecuteScalarAsync());
            }
        }
    }

    [Fact]
    public async Task Odd_types_are_spelled_or_refused()
    {
        await using var connection = await OpenAsync("");
        Assert.Equal("Monday", await ScalarAsync(connection, new MySqlParameter("@v", MySqlDbType.VarChar) { Value = DayOfWeek.Monday }));
        Assert.Equal(1L, Convert.ToInt64(await ScalarAsync(connection, new MySqlParameter("@v", DayOfWeek.Monday)), CultureInfo.InvariantCulture));
        Assert.Equal("abc", await ScalarAsync(connection, new MySqlParameter("@v", "abcdef") { Size = 3 }));
        Assert.Equal("x", await ScalarAsync(connection, new MySqlParameter("@v", 'x')));
        Assert.Equal("builder", await ScalarAsync(connection, new MySqlParameter("@v", new StringBuilder("builder"))));
        Assert.Equal([1, 2], Assert.IsType<byte[]>(await ScalarAsync(connection, new MySqlParameter("@v", new ReadOnlyMemory<byte>([1, 2])))));
        Assert.Equal(DBNull.Value, await ScalarAsync(connection, new MySqlParameter("@v", null)));
        await Assert.ThrowsAsync<NotSupportedException>(() => ScalarAsync(connection, new MySqlParameter("@v", double.NaN)));
        Assert.Contains("Uri", (await Assert.ThrowsAsync<NotSupportedException>(() => ScalarAsync(connection, new MySqlParameter("@v", new Uri("http://x"))))).Message, StringComparison.Ordinal);
        Assert.Equal("sound", await ScalarAsync(connection, new MySqlParameter("@v", "sound")));
    }

    private static async Task CheckTextsAsync(MySqlConnection connection, IReadOnlyList<string> texts)
    {
        foreach (var chunk in texts.Chunk(50))
        {
            await using var command = connection.CreateCommand();
            command.CommandText = "SELECT " + string.Join(", ", chunk.Select((_, i) => string.Create(CultureInfo.InvariantCulture, $"@p{i}, 'between'")));
            for (var i = 0; i < chunk.Length; i++)
                command.Parameters.AddWithValue(string.Create(CultureInfo.InvariantCulture, $"@p{i}"), chunk[i]);
            await using var reader = await command.ExecuteReaderAsync();
            Assert.True(await reader.ReadAsync());
            Assert.Equal(2 * chunk.Length, reader.FieldCount);
            for (var i = 0; i < chunk.Length; i++)
                Assert.Equal((chunk[i], "between"), (reader.GetString(2 * i), reader.GetString(2 * i + 1)));
        }
    }

    private static List<string> Texts(int count) =>
        [.. Gen.Elements("'", "\\", "\"", "`", "@p1", "?", "--", "#", "/*", "*/", "\0", "\n", ";", "한", "🏟", "a", " ").ArrayOf(8).Select(string.Concat).Sample(count)];

    private async Task<MySqlConnection> OpenAsync(string mode)
    {
        var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await RunAsync(connection, $"SET SESSION sql_mode = '{mode}'");
        return connection;
    }

    private static async Task<object?> ScalarAsync(MySqlConnection connection, MySqlParameter parameter)
    {
        await using var command = new MySqlCommand("SELECT @v", connection);
        command.Parameters.Add(parameter);
        return await command.ExecuteScalarAsync();
    }

    private static async Task RunAsync(MySqlConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync();
    }
}
