using System.Data;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

public sealed class CommandTests(ServerFixture server)
{
    private readonly string _connectionString = server.ConnectionString;

    [Fact]
    public async Task A_scalar_comes_back_as_its_column_type()
    {
        await using var connection = await OpenAsync();
        Assert.Equal(7_000_000_000L, await ScalarAsync(connection, "SELECT 7000000000"));
        Assert.Equal("한글", await ScalarAsync(connection, "SELECT '한글'"));
        Assert.Equal(DBNull.Value, await ScalarAsync(connection, "SELECT NULL"));
        Assert.Null(await ScalarAsync(connection, "SELECT 1 FROM (SELECT 1) t WHERE 1 = 0"));
    }

    [Fact]
    public void Synchronous_members_do_the_same()
    {
        using var connection = new MySqlConnection(_connectionString);
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT @a + @b";
        command.Parameters.AddWithValue("@a", 3);
        command.Parameters.AddWithValue("b", 4);
        Assert.Equal(7L, Convert.ToInt64(command.ExecuteScalar(), null));
        using var reader = command.ExecuteReader();
        Assert.True(reader.Read());
        Assert.Equal(7, reader.GetInt32(0));
        Assert.False(reader.Read());
    }

    [Fact]
    public async Task Several_results_come_in_order_and_affected_rows_add_up()
    {
        await using var connection = await OpenAsync();
        await using var command = new MySqlCommand(
            "CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, x INT); INSERT INTO t (x) VALUES (1), (2); SELECT x FROM t ORDER BY x; UPDATE t SET x = 9; SELECT COUNT(*) FROM t",
            connection);
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(1, reader.GetInt32(0));
        Assert.True(await reader.NextResultAsync());
        Assert.True(reader.HasRows);
        Assert.True(await reader.ReadAsync());
        Assert.Equal(2L, reader.GetInt64(0));
        Assert.False(await reader.NextResultAsync());
        Assert.Equal(4, reader.RecordsAffected);
    }

    [Fact]
    public async Task Errors_carry_the_servers_number_and_the_connection_goes_on()
    {
        await using var connection = await OpenAsync();
        await ScalarAsync(connection, "CREATE TEMPORARY TABLE t (id INT PRIMARY KEY)");
        await ScalarAsync(connection, "INSERT INTO t VALUES (1)");
        var duplicate = await Assert.ThrowsAsync<MySqlException>(() => ScalarAsync(connection, "INSERT INTO t VALUES (1)"));
        Assert.Equal((1062, MySqlErrorCode.DuplicateKeyEntry, "23000"), (duplicate.Number, duplicate.ErrorCode, duplicate.SqlState));
        Assert.False(duplicate.IsTransient);
        var second = await Assert.ThrowsAsync<MySqlException>(() => ScalarAsync(connection, "SELECT 1; SELECT nonsense FROM nowhere"));
        Assert.Equal(1146, second.Number);
        Assert.Equal(1L, await ScalarAsync(connection, "SELECT COUNT(*) FROM t"));
    }

    [Fact]
    public async Task A_transaction_commits_rolls_back_and_keeps_savepoints()
    {
        await using var connection = await OpenAsync();
        await ScalarAsync(connection, "CREATE TEMPORARY TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
        await using (var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, default))
        {
            await ScalarAsync(connection, "INSERT INTO t VALUES (1)");
            await transaction.SaveAsync("point`s");
            await ScalarAsync(connection, "INSERT INTO t VALUES (2)");
            await transaction.RollbackAsync("point`s");
            await transaction.CommitAsync();
            await Assert.ThrowsAsync<InvalidOperationException>(() => transaction.CommitAsync());
        }
        await using (await connection.BeginTransactionAsync())
            await ScalarAsync(connection, "INSERT INTO t VALUES (3)");
        Assert.Equal(1L, await ScalarAsync(connection, "SELECT COUNT(*) FROM t"));
    }

    [Fact]
    public async Task A_command_of_another_transaction_is_refused()
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await using var command = new MySqlCommand("SELECT 1", connection);
        await Assert.ThrowsAsync<InvalidOperationException>(() => command.ExecuteScalarAsync());
    }

    [Fact]
    public async Task An_undefined_name_is_refused_unless_variables_are_allowed()
    {
        await using var connection = await OpenAsync();
        await Assert.ThrowsAsync<MySqlException>(() => ScalarAsync(connection, "SELECT @nobody"));
        await using var free = new MySqlConnection(_connectionString + ";AllowUserVariables=true");
        await free.OpenAsync();
        Assert.Equal(5L, Convert.ToInt64(await ScalarAsync(free, "SET @x = 5; SELECT @x"), null));
    }

    [Fact]
    public async Task Last_inserted_id_is_the_first_generated()
    {
        await using var connection = await OpenAsync();
        await using var command = new MySqlCommand("CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, x INT) AUTO_INCREMENT = 10", connection);
        await command.ExecuteNonQueryAsync();
        command.CommandText = "INSERT INTO t (x) VALUES (1), (2)";
        Assert.Equal(2, await command.ExecuteNonQueryAsync());
        Assert.Equal(10, command.LastInsertedId);
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 0)]
    public async Task Matched_rows_count_unless_changed_ones_are_asked_for(bool useAffectedRows, int expected)
    {
        await using var connection = new MySqlConnection(_connectionString + $";UseAffectedRows={useAffectedRows}");
        await connection.OpenAsync();
        await ScalarAsync(connection, "CREATE TEMPORARY TABLE t (x INT); INSERT INTO t VALUES (1)");
        await using var command = new MySqlCommand("UPDATE t SET x = 1", connection);
        Assert.Equal(expected, await command.ExecuteNonQueryAsync());
    }

    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(_connectionString);
        await connection.OpenAsync();
        return connection;
    }

    private static async Task<object?> ScalarAsync(MySqlConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return await command.ExecuteScalarAsync();
    }
}
