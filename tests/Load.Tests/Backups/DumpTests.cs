using Dugout.Backup;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Load.Tests.Backups;

/// <summary>A dump on a real server: what the account for checks reads comes back by the account that may make tables, to the byte.</summary>
public sealed partial class DumpTests(TestServers servers) : IClassFixture<TestServers>, IAsyncLifetime
{
    /// <summary>More than are read at once, so that reading goes on behind a row.</summary>
    private const int Many = 2_500;

    private readonly TestFolder _folder = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    private string Migrator => servers.Servers.Primary(DatabaseAccount.Migrator);

    private string Checks => servers.Servers.Primary(DatabaseAccount.Checks);

    /// <summary>The child comes before its parent by name. Keys are of two columns, one of them text of which some differ by what a collation doesn't see.</summary>
    public async ValueTask InitializeAsync()
    {
        await EmptyAsync();
        await RunAsync(
            """
            CREATE TABLE parents (code VARCHAR(20) NOT NULL, number INT NOT NULL, PRIMARY KEY (code, number)) ENGINE = InnoDB;
            CREATE TABLE children (
                id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, code VARCHAR(20) NOT NULL, number INT NOT NULL, words TEXT NULL, small TINYINT(1) NOT NULL,
                bytes MEDIUMBLOB NULL, fixed BINARY(4) NOT NULL, at DATETIME(6) NOT NULL, half INT AS (number DIV 2) STORED,
                CONSTRAINT small_is_small CHECK (small < 9),
                FOREIGN KEY (code, number) REFERENCES parents (code, number)) ENGINE = InnoDB;
            SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO';
            INSERT INTO parents VALUES ('a', 1), ('a', 2), ('b', -1), ('Ö', 3), ('홈런', 4), ('quo''te', 5);
            INSERT INTO children (id, code, number, words, small, bytes, fixed, at) VALUES
                (0, 'a', 1, NULL, 2, NULL, x'00000001', '2027-04-01 12:00:00.000001'),
                (1, 'a', 2, '', 0, '', x'00000000', '2027-04-01 12:00:00'),
                (9007199254740993, '홈런', 4, CONCAT('one', CHAR(10), 'two;', CHAR(13), CHAR(10), '''three''', CHAR(92), 'n four', CHAR(0), ' ⚾'), -1, x'0027F05C0A3B', x'FFFFFFFF', '1970-01-01 00:00:00')
            """);
        await RunAsync($"INSERT INTO parents SELECT CONCAT('team-', seq DIV 700), seq FROM seq_1_to_{Many}");
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task A_restore_is_byte_identical()
    {
        var before = await RowsAsync("SELECT id, HEX(code), number, HEX(words), small + 0, HEX(bytes), HEX(fixed), CAST(at AS CHAR), half FROM children ORDER BY id");
        var dump = await new Dump(Checks).WriteAsync(_folder.Path, Stop);

        await EmptyAsync();
        var manifest = await new Restore(Migrator).RunAsync(_folder.Path, Stop);

        Assert.Equal(before, await RowsAsync("SELECT id, HEX(code), number, HEX(words), small + 0, HEX(bytes), HEX(fixed), CAST(at AS CHAR), half FROM children ORDER BY id"));
        Assert.Equal([("children", 3L), ("parents", Many + 6L)], manifest.Tables.Select(table => (table.Table, table.Rows)));
        Assert.Equal(dump.Manifest.Tables, manifest.Tables);
        Assert.Empty(TableTally.Differences(manifest.Tables, await TableTally.AllAsync(Checks, Stop)));
        await Assert.ThrowsAsync<MySqlException>(() => RunAsync("INSERT INTO children (code, number, small, fixed, at) VALUES ('unknown', 1, 0, '', '2027-04-01')"));
    }

    [Fact]
    public async Task A_replica_receives_the_restored_rows()
    {
        await new Dump(Checks).WriteAsync(_folder.Path, Stop);
        await EmptyAsync();

        var manifest = await new Restore(Migrator).RunAsync(_folder.Path, Stop);

        await servers.Servers.CaughtUpAsync(Stop);
        Assert.Empty(TableTally.Differences(manifest.Tables, await TableTally.AllAsync(servers.Servers.Replica(DatabaseAccount.Checks), Stop)));
    }

    /// <summary>Each transaction writes to the first table and to the last one, while the dump is on its way from one to the other.</summary>
    [Fact]
    public async Task A_dump_shows_one_moment_whatever_is_written_meanwhile()
    {
        await RunAsync("CREATE TABLE a (id INT NOT NULL PRIMARY KEY) ENGINE = InnoDB; CREATE TABLE z (id INT NOT NULL PRIMARY KEY) ENGINE = InnoDB");
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        var written = 0;
        var writing = WriteAsync();
        while (Volatile.Read(ref written) < 20)
        {
            Assert.False(writing.IsCompleted);
            await Task.Delay(1, Stop);
        }

        var before = Volatile.Read(ref written);
        var dump = await new Dump(Checks).WriteAsync(_folder.Path, Stop);
        var after = Volatile.Read(ref written);
        await enough.CancelAsync();
        await writing;

        var (a, z) = (dump.Manifest.Tables.Single(table => table.Table == "a"), dump.Manifest.Tables.Single(table => table.Table == "z"));
        Assert.Equal((a.Rows, a.Hash), (z.Rows, z.Hash));
        Assert.InRange(a.Rows, before, after);
        Assert.True(after > before, "nothing was written meanwhile");
        Assert.NotNull(dump.Manifest.Position);

        await EmptyAsync();
        await new Restore(Migrator).RunAsync(_folder.Path, Stop);
        Assert.Empty(await RowsAsync("SELECT id FROM a WHERE id NOT IN (SELECT id FROM z)"));

        async Task WriteAsync()
        {
            await using var connection = new MySqlConnection(Migrator);
            await connection.OpenAsync(Stop);
            for (var id = 1; !enough.IsCancellationRequested; id++)
            {
                await using var command = new MySqlCommand($"START TRANSACTION; INSERT INTO a VALUES ({id}); INSERT INTO z VALUES ({id}); COMMIT", connection);
                await command.ExecuteNonQueryAsync(Stop);
                Volatile.Write(ref written, id);
            }
        }
    }

    [Theory]
    [InlineData("UPDATE children SET words = 'one' WHERE id = 0", "children has as many rows as before, 3, but not the same")]
    [InlineData("UPDATE children SET words = '' WHERE id = 0", "children has as many rows as before, 3, but not the same")]
    [InlineData("UPDATE children SET at = '2027-04-01 12:00:00.000002' WHERE id = 0", "children has as many rows as before, 3, but not the same")]
    [InlineData("DELETE FROM children WHERE id = 1", "children has 2 rows, had 3")]
    [InlineData("DROP TABLE children", "children is gone")]
    [InlineData("CREATE TABLE others (id INT NOT NULL PRIMARY KEY)", "others was not there")]
    public async Task Every_difference_is_reported(string change, string message)
    {
        var before = await TableTally.AllAsync(Checks, Stop);

        await RunAsync(change);

        Assert.Equal([message], TableTally.Differences(before, await TableTally.AllAsync(Checks, Stop)));
    }

    [Fact]
    public async Task A_restore_overwrites_nothing()
    {
        await new Dump(Checks).WriteAsync(_folder.Path, Stop);

        var rejected = await Assert.ThrowsAsync<UsageException>(() => new Restore(Migrator).RunAsync(_folder.Path, Stop));

        Assert.Contains("not empty", rejected.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_truncated_dump_is_rejected()
    {
        await new Dump(Checks).WriteAsync(_folder.Path, Stop);
        await EmptyAsync();
        File.Delete(Path.Combine(_folder.Path, "dump.json"));

        await Assert.ThrowsAsync<UsageException>(() => new Restore(Migrator).RunAsync(_folder.Path, Stop));

        Assert.Empty(await TableTally.AllAsync(Checks, Stop));
    }

    [Theory]
    [InlineData("CREATE TABLE others (id INT NOT NULL)", "others has no primary key")]
    [InlineData("CREATE TABLE others (id INT NOT NULL PRIMARY KEY, share DOUBLE NOT NULL)", "others.share is of type double")]
    public async Task A_table_that_cannot_be_dumped_is_an_error(string table, string message)
    {
        await RunAsync(table);

        var rejected = await Assert.ThrowsAsync<NotSupportedException>(() => new Dump(Checks).WriteAsync(_folder.Path, Stop));

        Assert.Contains(message, rejected.Message, StringComparison.Ordinal);
    }

    private async Task EmptyAsync()
    {
        await using var connection = new MySqlConnection(Migrator);
        await connection.OpenAsync(Stop);
        await Dump.RunAsync(connection, "SET SESSION foreign_key_checks = 0", Stop);
        foreach (var table in await TableShape.ReadAsync(connection, "SELECT IF(table_type = 'VIEW', 'VIEW', 'TABLE'), table_name FROM information_schema.tables WHERE table_schema = DATABASE()", Stop))
            await Dump.RunAsync(connection, $"DROP {table[0]} {table[1]}", Stop);
    }

    private async Task RunAsync(string sql)
    {
        await using var connection = new MySqlConnection($"{Migrator};Pooling=false");
        await connection.OpenAsync(Stop);
        await Dump.RunAsync(connection, sql, Stop);
    }

    private async Task<IEnumerable<string>> RowsAsync(string sql)
    {
        await using var connection = new MySqlConnection(Migrator);
        await connection.OpenAsync(Stop);
        return (await TableShape.ReadAsync(connection, sql, Stop)).Select(row => string.Join('|', row));
    }
}
