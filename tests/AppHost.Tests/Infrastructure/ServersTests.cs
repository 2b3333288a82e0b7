using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MySql;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

[assembly: AssemblyFixture(typeof(TestServers))]

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What each account may do, on the pair that runs for all tests.</summary>
public sealed class ServersTests(TestServers fixture)
{
    private const int SchemaDenied = 1044;
    private const int TableDenied = 1142;
    private const int ServerIsReadOnly = 1290;

    private readonly RunningServers _servers = fixture.Servers;

    private bool IsOnMySql => _servers.Database is MySqlProgram;

    [Fact]
    public async Task A_row_written_on_the_primary_is_on_the_replica()
    {
        await Sql.RunAsync(_servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE followed (name VARCHAR(20) PRIMARY KEY)");
        await Sql.RunAsync(_servers.Primary(DatabaseAccount.App), "INSERT INTO followed VALUES ('두산 베어스 ⚾')");

        await _servers.CaughtUpAsync(TestContext.Current.CancellationToken);

        Assert.Equal("두산 베어스 ⚾", await Sql.ScalarAsync(_servers.Replica(DatabaseAccount.App), "SELECT name FROM followed"));
    }

    [Fact]
    public async Task The_app_can_not_write_on_a_replica()
    {
        await Sql.RunAsync(_servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE unwritten (id INT PRIMARY KEY)");
        await _servers.CaughtUpAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ServerIsReadOnly, await Sql.ErrorNumberAsync(_servers.Replica(DatabaseAccount.App), "INSERT INTO unwritten VALUES (1)"));
        Assert.Equal(ServerIsReadOnly, await Sql.ErrorNumberAsync(_servers.Replica(DatabaseAccount.Migrator), "INSERT INTO unwritten VALUES (1)"));
    }

    [Fact]
    public async Task The_app_changes_rows_of_its_schema_and_nothing_else()
    {
        var app = _servers.Primary(DatabaseAccount.App);

        Assert.Equal(TableDenied, await Sql.ErrorNumberAsync(app, "CREATE TABLE mine (id INT)"));
        Assert.Equal(SchemaDenied, await Sql.ErrorNumberAsync(app, "CREATE DATABASE mine"));
        Assert.Equal(TableDenied, await Sql.ErrorNumberAsync(app, "SELECT * FROM mysql.user"));
        // MySQL shows every account the names of its performance tables, but not their rows.
        Assert.Equal(IsOnMySql ? "dugout,information_schema,performance_schema" : "dugout,information_schema", await Sql.ScalarAsync(app, "SELECT GROUP_CONCAT(schema_name ORDER BY schema_name) FROM information_schema.schemata"));
    }

    /// <summary>Reserves a port: another system that chooses ports skips it although no server listens there yet.</summary>
    [Fact]
    public void The_port_of_a_server_is_marked_as_given()
    {
        var port = (int)new MySqlConnectionStringBuilder(_servers.Primary(DatabaseAccount.App)).Port;
        using var other = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);

        Assert.Equal(SocketError.AddressAlreadyInUse, Assert.Throws<SocketException>(() => other.Bind(new IPEndPoint(IPAddress.Loopback, port))).SocketErrorCode);
    }

    /// <summary>A starting MariaDB deletes the temporary tables it finds in its folder; in a shared folder those may belong to another server.</summary>
    [Fact]
    public async Task Each_server_keeps_its_temporary_tables_to_itself()
    {
        foreach (var (name, server) in new[] { ("mysql-primary", _servers.Primary(DatabaseAccount.Checks)), ("mysql-replica-1", _servers.Replica(DatabaseAccount.Checks)) })
            Assert.Equal(_servers.Folder.In("tmp", name), await Sql.ScalarAsync(server, "SELECT TRIM(TRAILING '/' FROM @@tmpdir)"));
    }

    [Fact]
    public async Task The_migrator_stays_in_its_schema()
    {
        var migrator = _servers.Primary(DatabaseAccount.Migrator);

        Assert.Equal(SchemaDenied, await Sql.ErrorNumberAsync(migrator, "CREATE DATABASE elsewhere"));
        Assert.Equal(TableDenied, await Sql.ErrorNumberAsync(migrator, "SELECT * FROM mysql.user"));
    }

    [Fact]
    public async Task Checks_read_and_see_how_the_replica_is_doing()
    {
        await Sql.RunAsync(_servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE looked_at (id INT PRIMARY KEY)");

        Assert.Equal(TableDenied, await Sql.ErrorNumberAsync(_servers.Primary(DatabaseAccount.Checks), "INSERT INTO looked_at VALUES (1)"));
        Assert.Equal("0", await Sql.ScalarAsync(_servers.Primary(DatabaseAccount.Checks), "SELECT COUNT(*) FROM looked_at"));
        await Sql.RunAsync(_servers.Replica(DatabaseAccount.Checks), "SHOW REPLICA STATUS");
    }

    [Fact]
    public async Task What_the_shop_is_measured_beside_reads_our_tables_and_writes_its_own()
    {
        var bare = _servers.Primary(DatabaseAccount.Bare);
        await Sql.RunAsync(_servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE measured (id INT PRIMARY KEY)");

        await Sql.RunAsync(bare, "CREATE DATABASE bare; CREATE TABLE bare.orders (id INT PRIMARY KEY); INSERT INTO bare.orders SELECT 1 + COUNT(*) FROM measured; DROP DATABASE bare");

        foreach (var write in (string[])["INSERT INTO measured VALUES (1)", "DROP TABLE measured"])
            Assert.Equal(TableDenied, await Sql.ErrorNumberAsync(bare, write));
    }

    [Fact]
    public async Task Nobody_enters_without_a_password()
    {
        const int accessDenied = 1045;
        var app = _servers.Primary(DatabaseAccount.App);

        Assert.Equal(accessDenied, await Sql.ErrorNumberAsync(app + ";Password=", "SELECT 1"));
        Assert.Equal(accessDenied, await Sql.ErrorNumberAsync(app + ";User ID=root;Password=", "SELECT 1"));
    }

    [Fact]
    public async Task Times_are_UTC_and_text_is_Unicode()
    {
        var app = _servers.Primary(DatabaseAccount.App);

        Assert.Equal("+00:00", await Sql.ScalarAsync(app, "SELECT @@GLOBAL.time_zone"));
        Assert.Equal("READ-COMMITTED", await Sql.ScalarAsync(app, $"SELECT @@GLOBAL.{(IsOnMySql ? "transaction_isolation" : "tx_isolation")}"));
        Assert.Equal("utf8mb4_unicode_520_ci", await Sql.ScalarAsync(app, "SELECT default_collation_name FROM information_schema.schemata WHERE schema_name = 'dugout'"));
    }

    /// <summary>What a system leaves on the disk has an end, however long it runs.</summary>
    [Fact]
    public async Task Logs_of_the_servers_are_bounded()
    {
        var (primary, replica) = (_servers.Primary(DatabaseAccount.Checks), _servers.Replica(DatabaseAccount.Checks));

        Assert.Equal("67108864", await Sql.ScalarAsync(primary, "SELECT @@GLOBAL.max_binlog_size"));
        // In days and in seconds; MariaDB has had both since 10.6, and MySQL only the other.
        Assert.Equal(IsOnMySql ? "86400" : "1", (await Sql.ScalarAsync(primary, $"SELECT @@GLOBAL.{(IsOnMySql ? "binlog_expire_logs_seconds" : "expire_logs_days")}"))!.Split('.')[0]);
        Assert.Equal("1073741824", await Sql.ScalarAsync(replica, "SELECT @@GLOBAL.relay_log_space_limit"));
        var redis = await File.ReadAllTextAsync(_servers.Folder.In("config", "redis.conf"), TestContext.Current.CancellationToken);
        foreach (var bound in (string[])["maxmemory 256mb", "auto-aof-rewrite-percentage 100", "auto-aof-rewrite-min-size 32mb", "save \"\""])
            Assert.Contains($"\n{bound}\n", redis, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Redis_answers_only_with_its_password()
    {
        var port = int.Parse(_servers.Redis.Split(':', ',')[1], System.Globalization.CultureInfo.InvariantCulture);
        using var client = new TcpClient("127.0.0.1", port);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes("PING\r\n"), TestContext.Current.CancellationToken);

        using var reader = new StreamReader(stream, Encoding.ASCII);
        Assert.StartsWith("-NOAUTH", await reader.ReadLineAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_password_stands_in_the_process_list_or_where_others_can_read_it()
    {
        var secrets = JsonSerializer.Deserialize<Dictionary<string, string>>(
            await File.ReadAllTextAsync(_servers.Folder.In("secrets.json"), TestContext.Current.CancellationToken))!;

        foreach (var resource in (string[])["mysql-primary", "mysql-replica-1", "redis"])
        {
            var words = ProcessIdentity.CommandLine(await _servers.ProcessOfAsync(resource, TestContext.Current.CancellationToken));
            Assert.NotEmpty(words);
            Assert.DoesNotContain(words, word => secrets.Values.Any(secret => word.Contains(secret, StringComparison.Ordinal)));
        }

        var readable = UnixFileMode.GroupRead | UnixFileMode.OtherRead;
        Assert.DoesNotContain(Directory.EnumerateFiles(_servers.Folder.In("config")).Append(_servers.Folder.In("secrets.json")),
            file => (File.GetUnixFileMode(file) & readable) != 0);
    }

    [Fact]
    public async Task The_run_file_tells_where_everything_is_and_goes_with_the_system()
    {
        var file = _servers.Folder.RunFile;
        await using (await RunFile.WriteAsync(_servers.App, _servers.Folder, TestContext.Current.CancellationToken))
        {
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
            using var json = JsonDocument.Parse(await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            var root = json.RootElement;
            Assert.Equal(_servers.Primary(DatabaseAccount.Checks), root.GetProperty("database").GetProperty("primary").GetString());
            Assert.Equal(_servers.Replica(DatabaseAccount.Checks), root.GetProperty("database").GetProperty("replicas")[0].GetString());
            Assert.Equal(_servers.Primary(DatabaseAccount.Bare), root.GetProperty("database").GetProperty("bare").GetString());
            Assert.Equal(_servers.Database.ToString(), root.GetProperty("database").GetProperty("engine").GetString());
            Assert.Equal(_servers.Redis, root.GetProperty("redis").GetString());
            Assert.Equal(JsonValueKind.Null, root.GetProperty("gateway").ValueKind);
            var redis = root.GetProperty("resources").GetProperty("redis");
            Assert.Equal("running", redis.GetProperty("state").GetString());
            Assert.Equal(await _servers.ProcessOfAsync("redis", TestContext.Current.CancellationToken), redis.GetProperty("pid").GetInt32());
        }

        Assert.False(File.Exists(file));
    }
}
