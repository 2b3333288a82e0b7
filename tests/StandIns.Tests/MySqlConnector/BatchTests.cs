using System.Data.Common;
using System.Globalization;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

public sealed class BatchTests(ServerFixture server)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_batch_runs_in_order_and_tells_each_commands_rows(bool prepared)
    {
        await using var connection = await OpenAsync();
        await using var batch = connection.CreateBatch();
        batch.BatchCommands.Add(With(new MySqlBatchCommand("INSERT INTO t (x) VALUES (@x), (@y) -- two"), ("@x", 1), ("@y", 2)));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT x FROM t ORDER BY id;"));
        batch.BatchCommands.Add(With(new MySqlBatchCommand("UPDATE t SET x = @x # all"), ("@x", 7)));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT SUM(x) FROM t"));
        if (prepared)
        {
            batch.BatchCommands[1].CommandText = "SELECT x FROM t ORDER BY id";
            await batch.PrepareAsync();
        }
        await using var reader = await batch.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal(1, reader.GetInt32(0));
        Assert.True(await reader.NextResultAsync());
        Assert.True(await reader.ReadAsync());
        Assert.Equal(14, reader.GetInt32(0));
        Assert.False(await reader.NextResultAsync());
        Assert.Equal(4, reader.RecordsAffected);
        Assert.Equal([2, -1, 2, -1], batch.BatchCommands.Select(command => command.RecordsAffected));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_error_stops_what_comes_after_it(bool prepared)
    {
        await using var connection = await OpenAsync();
        await using var batch = connection.CreateBatch();
        batch.BatchCommands.Add(new MySqlBatchCommand("INSERT INTO t (id) VALUES (1)"));
        batch.BatchCommands.Add(new MySqlBatchCommand("INSERT INTO t (id, x) VALUES (1, 2)"));
        batch.BatchCommands.Add(new MySqlBatchCommand("INSERT INTO t (id) VALUES (3)"));
        if (prepared)
            await batch.PrepareAsync();
        Assert.Equal(MySqlErrorCode.DuplicateKeyEntry, (await Assert.ThrowsAsync<MySqlException>(() => batch.ExecuteNonQueryAsync())).ErrorCode);
        await using var count = new MySqlCommand("SELECT COUNT(*) FROM t", connection);
        Assert.Equal(1L, await count.ExecuteScalarAsync());
    }

    [Fact]
    public async Task Reads_after_an_error_inside_a_pipeline_dont_mix_up_answers()
    {
        await using var connection = await OpenAsync();
        await using var batch = connection.CreateBatch();
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT (SELECT 1 UNION SELECT 2)"));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT 42"));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT 43"));
        await batch.PrepareAsync();
        Assert.Equal(1242, (await Assert.ThrowsAsync<MySqlException>(() => batch.ExecuteScalarAsync())).Number);
        await using var command = new MySqlCommand("SELECT 44", connection);
        Assert.Equal(44L, Convert.ToInt64(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture));
    }

    [Fact]
    public async Task A_prepare_that_is_refused_leaves_the_others_and_the_connection_sound()
    {
        await using var connection = await OpenAsync();
        await using var batch = connection.CreateBatch();
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT 1"));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELEC 2"));
        batch.BatchCommands.Add(new MySqlBatchCommand("SELECT 3"));
        Assert.Equal(MySqlErrorCode.ParseError, (await Assert.ThrowsAsync<MySqlException>(() => batch.PrepareAsync())).ErrorCode);
        batch.BatchCommands[1].CommandText = "SELECT 2";
        Assert.Equal(1L, Convert.ToInt64(batch.ExecuteScalar(), CultureInfo.InvariantCulture));
    }

#if !UPSTREAM_PACKAGES // The package has no such counter.
    [Fact]
    public async Task An_unprepared_batch_is_one_round_trip_and_a_prepared_one_waits_only_before_writes()
    {
        await using var connection = await OpenAsync();
        await using var batch = connection.CreateBatch();
        foreach (var sql in new[] { "SELECT 1", "SELECT 2", "SELECT 3", "INSERT INTO t (x) VALUES (1)", "INSERT INTO t (x) VALUES (2)", "SELECT 4" })
            batch.BatchCommands.Add(new MySqlBatchCommand(sql));
        using var trips = new RoundTrips();
        await batch.ExecuteNonQueryAsync();
        Assert.Equal(1, trips.Count);
        await batch.PrepareAsync();
        Assert.Equal(2, trips.Count);
        await batch.ExecuteNonQueryAsync();
        Assert.Equal(5, trips.Count);
    }
#endif

    [Fact]
    public async Task It_works_through_the_base_classes()
    {
        await using var source = new MySqlDataSource(server.ConnectionString);
        await using var connection = await ((DbDataSource)source).OpenConnectionAsync();
        await using var batch = connection.CreateBatch();
        var command = batch.CreateBatchCommand();
        command.CommandText = "SELECT ?";
        var parameter = command.CreateParameter();
        parameter.Value = 5;
        command.Parameters.Add(parameter);
        batch.BatchCommands.Add(command);
        Assert.Equal(5L, Convert.ToInt64(await batch.ExecuteScalarAsync(), CultureInfo.InvariantCulture));
        Assert.True(connection.CanCreateBatch);
    }

    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(server.ConnectionString);
        await connection.OpenAsync();
        await using var command = new MySqlCommand("CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, x INT) ENGINE=InnoDB", connection);
        await command.ExecuteNonQueryAsync();
        return connection;
    }

    private static MySqlBatchCommand With(MySqlBatchCommand command, params (string Name, object Value)[] parameters)
    {
        foreach (var (name, value) in parameters)
            command.Parameters.AddWithValue(name, value);
        return command;
    }
}
