using System.Diagnostics;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

public sealed class CancellationTests(ServerFixture server)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_command_that_takes_too_long_is_killed_and_the_connection_lives(bool synchronous)
    {
        await using var connection = await OpenAsync();
        var thread = connection.ServerThread;
        await using var command = new MySqlCommand("SELECT SLEEP(20)", connection) { CommandTimeout = 1 };
        var watch = Stopwatch.StartNew();
        var error = synchronous
            ? Assert.Throws<MySqlException>(() => command.ExecuteScalar())
            : await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteScalarAsync());
        Assert.Equal(MySqlErrorCode.CommandTimeoutExpired, error.ErrorCode);
        Assert.InRange(watch.Elapsed.TotalSeconds, 0.8, 15);
        await StillSoundAsync(connection, thread);
    }

    [Fact]
    public async Task A_token_stops_a_running_command()
    {
        await using var connection = await OpenAsync();
        var thread = connection.ServerThread;
        using var source = new CancellationTokenSource(100);
        await using var command = new MySqlCommand("SELECT SLEEP(20)", connection);
        var error = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => command.ExecuteScalarAsync(source.Token));
        Assert.Equal(source.Token, error.CancellationToken);
        await StillSoundAsync(connection, thread);
    }

    [Fact]
    public async Task A_token_that_is_already_cancelled_sends_nothing()
    {
        await using var connection = await OpenAsync();
        await using var command = new MySqlCommand("SELECT SLEEP(20)", connection);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => command.ExecuteScalarAsync(new CancellationToken(true)));
        await StillSoundAsync(connection, connection.ServerThread);
    }

    [Fact]
    public async Task Cancel_from_another_thread_interrupts()
    {
        await using var connection = await OpenAsync();
        await using var command = new MySqlCommand("SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b, information_schema.collations c", connection);
        var running = command.ExecuteScalarAsync();
        await Task.Delay(100);
        command.Cancel();
        var error = await Assert.ThrowsAsync<MySqlException>(() => running);
        Assert.Equal(MySqlErrorCode.QueryInterrupted, error.ErrorCode);
        await StillSoundAsync(connection, connection.ServerThread);
    }

    [Fact]
    public async Task A_reader_is_stopped_between_its_rows()
    {
        await using var connection = await OpenAsync();
        var thread = connection.ServerThread;
        using var source = new CancellationTokenSource();
        await using var command = new MySqlCommand("SELECT REPEAT('x', 1000), SLEEP(0.001) FROM information_schema.collations a, information_schema.collations b", connection);
        await using (var reader = await command.ExecuteReaderAsync(source.Token))
        {
            Assert.True(await reader.ReadAsync());
            await source.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
            {
                while (await reader.ReadAsync())
                {
                }
            });
        }
        await StillSoundAsync(connection, thread);
    }

    [Fact]
    public async Task An_insert_inside_a_transaction_times_out_and_the_transaction_goes_on()
    {
        await using var holder = await OpenAsync();
        await using var connection = await OpenAsync();
        await RunAsync(holder, "DROP TABLE IF EXISTS cancel_rows; CREATE TABLE cancel_rows (id INT PRIMARY KEY) ENGINE=InnoDB");
        await using var held = await holder.BeginTransactionAsync();
        await RunAsync(holder, "INSERT INTO cancel_rows VALUES (1)");
        await using var transaction = await connection.BeginTransactionAsync();
        await RunAsync(connection, "INSERT INTO cancel_rows VALUES (2)");
        await using var command = new MySqlCommand("INSERT INTO cancel_rows VALUES (1)", connection, transaction) { CommandTimeout = 1 };
        var error = await Assert.ThrowsAsync<MySqlException>(() => command.ExecuteNonQueryAsync());
        Assert.Equal(MySqlErrorCode.CommandTimeoutExpired, error.ErrorCode);
        await transaction.CommitAsync();
        await held.RollbackAsync();
        await using var count = new MySqlCommand("SELECT GROUP_CONCAT(id) FROM cancel_rows", connection);
        Assert.Equal("2", await count.ExecuteScalarAsync());
    }

    /// <summary>Kills that come too late must not hit the next statement, and no answer may be taken for another's.</summary>
    [Fact]
    public async Task Cancelling_at_any_moment_leaves_a_clean_connection()
    {
        await Task.WhenAll(Enumerable.Range(0, 4).Select(caller => Task.Run(async () =>
        {
            var random = new Random(caller);
            await using var connection = await OpenAsync();
            for (var number = 0; number < 250; number++)
            {
                using var source = new CancellationTokenSource();
                await using var command = new MySqlCommand(number % 2 == 0 ? "SELECT @n" : "SELECT @n + SLEEP(0.0005)", connection);
                command.Parameters.AddWithValue("@n", number);
                if (random.Next(2) == 0)
                    source.CancelAfter(TimeSpan.FromMicroseconds(random.Next(1500)));
                else
                    _ = Task.Run(source.Cancel);
                try
                {
                    Assert.Equal(number, Convert.ToInt32(await command.ExecuteScalarAsync(source.Token), null));
                }
                catch (OperationCanceledException)
                {
                    // As asked.
                }
                await using var next = new MySqlCommand("SELECT @n + SLEEP(0.0002)", connection);
                next.Parameters.AddWithValue("@n", -number);
                Assert.Equal(-number, Convert.ToInt32(await next.ExecuteScalarAsync(), null));
            }
        })));
    }

    // A KILL that meets a statement on its way out of a wait can hold both for two seconds inside the server; longer patience here
    // than the default of two shows that the connection survives even that.
    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(server.ConnectionString + ";CancellationTimeout=5");
        await connection.OpenAsync();
        return connection;
    }

    private static async Task RunAsync(MySqlConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync();
    }

    private static async Task StillSoundAsync(MySqlConnection connection, int thread)
    {
        await using var command = new MySqlCommand("SELECT CONNECTION_ID() + SLEEP(0.05)", connection);
        Assert.Equal(thread, Convert.ToInt32(await command.ExecuteScalarAsync(), null));
    }
}
