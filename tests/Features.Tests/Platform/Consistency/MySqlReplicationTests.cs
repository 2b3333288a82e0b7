using System.Security.Cryptography;
using Dapper;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Consistency;

/// <summary>A MySQL 9 and another one that follows it, where the run is on that engine.</summary>
public sealed class MySqlPair : IAsyncLifetime
{
    /// <summary>An account that has no more rights than the product needs.</summary>
    private const string Asker = "asker";

    private readonly TestFolder _folder = new();
    private readonly string _password = RandomNumberGenerator.GetHexString(32);
    private MySqlServer? _source;
    private MySqlServer? _replica;

    public string Source => Address(_source!);

    public string Replica => Address(_replica!);

    public async ValueTask InitializeAsync()
    {
        if (!Shop.IsOnMySql)
            return;
        _source = await MySqlServer.StartAsync(Path.Combine(_folder.Path, "source"), historyOf: 1);
        _replica = await MySqlServer.StartAsync(Path.Combine(_folder.Path, "replica"), historyOf: 2);
        var source = new MySqlConnectionStringBuilder(_source.ConnectionString);
        await TellAsync(_source, $"""
            RESET BINARY LOGS AND GTIDS;
            CREATE TABLE written (id BIGINT AUTO_INCREMENT PRIMARY KEY);
            CREATE USER {Asker}@'127.0.0.1' IDENTIFIED BY '{_password}';
            GRANT SELECT, INSERT ON {source.Database}.* TO {Asker}@'127.0.0.1';
            GRANT SELECT ON performance_schema.replication_applier_status TO {Asker}@'127.0.0.1';
            GRANT SELECT ON performance_schema.replication_connection_status TO {Asker}@'127.0.0.1'
            """);
        await TellReplicaAsync($"""
            RESET BINARY LOGS AND GTIDS;
            CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = {source.Port}, SOURCE_USER = '{source.UserID}',
                SOURCE_PASSWORD = '{source.Password}', SOURCE_SSL = 1, SOURCE_AUTO_POSITION = 1;
            START REPLICA
            """);
        var replication = new MySqlReplication();
        await using var first = await OpenAsync(_source.ConnectionString);
        var place = await first.ExecuteScalarAsync<string>($"SELECT {replication.Present}");
        await using var second = await OpenAsync(_replica.ConnectionString);
        Assert.Equal(1, await second.ExecuteScalarAsync<long>(replication.Wait, new { place, seconds = 20 }));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in (MySqlServer?[])[_replica, _source])
        {
            if (server is not null)
                await server.DisposeAsync();
        }

        if (Directory.Exists(_folder.Path))
            _folder.Dispose();
    }

    /// <summary>Runs statements on the replica as an administrator.</summary>
    public Task TellReplicaAsync(string statements) => TellAsync(_replica!, statements);

    /// <summary>Variables are allowed, since the driver takes the @ of an account's name for a parameter otherwise.</summary>
    public static async Task<MySqlConnection> OpenAsync(string address)
    {
        var connection = new MySqlConnection(address + ";Allow User Variables=true");
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        return connection;
    }

    private static async Task TellAsync(MySqlServer server, string statements)
    {
        await using var connection = await OpenAsync(server.ConnectionString);
        await connection.ExecuteAsync(statements);
    }

    private string Address(MySqlServer server) => new MySqlConnectionStringBuilder(server.ConnectionString) { UserID = Asker, Password = _password }.ConnectionString;
}

/// <summary>Places, waits and health on MySQL 9, where it can be had; what MariaDB does is seen by all the other tests.</summary>
public sealed class MySqlReplicationTests(Shop shop, MySqlPair pair) : IClassFixture<MySqlPair>, IAsyncLifetime
{
    private readonly MySqlReplication _replication = new();

    public ValueTask InitializeAsync()
    {
        Assert.SkipUnless(Shop.IsOnMySql, "This run is on MariaDB.");
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task The_wait_ends_when_the_replica_has_applied_the_write()
    {
        for (var turn = 1; turn <= 50; turn++)
        {
            var (id, place) = await WriteAsync();

            Assert.True(_replication.IsPlace(place), place);
            Assert.Equal(1, await WaitAsync(place, seconds: 20));
            Assert.Equal(id, await QueryAsync<long>(pair.Replica, "SELECT MAX(id) FROM written"));
            var (reached, present) = (await QueryAsync<string>(pair.Replica, $"SELECT {_replication.Reached}"), await QueryAsync<string>(pair.Source, $"SELECT {_replication.Present}"));
            Assert.True(_replication.Covers(reached, place) && _replication.Covers(present, place));
        }
    }

    [Fact]
    public async Task A_later_write_has_a_later_GTID_position()
    {
        var (one, two) = ((await WriteAsync()).Place, (await WriteAsync()).Place);

        Assert.True(_replication.Order(two) > _replication.Order(one));
        Assert.True(_replication.Covers(two, one) && !_replication.Covers(one, two));
    }

    [Theory]
    [InlineData("SQL_THREAD")]
    [InlineData("IO_THREAD")]
    public async Task A_stopped_replica_is_reported_and_the_wait_for_it_ends_at_its_limit(string thread)
    {
        await Wait.UntilAsync("the replica follows", async () => await IsFollowingAsync() == 1);
        await pair.TellReplicaAsync($"STOP REPLICA {thread}");

        Assert.Equal(0, await IsFollowingAsync());
        Assert.NotEqual(1, await WaitAsync((await WriteAsync()).Place, seconds: 0.05));

        await pair.TellReplicaAsync("START REPLICA");
        await Wait.UntilAsync("the replica follows", async () => await IsFollowingAsync() == 1);
    }

    /// <summary>The product on these servers, by its health: a late replica leaves rotation and returns.</summary>
    [Fact]
    public async Task A_lagging_replica_leaves_rotation_and_returns()
    {
        await using var api = shop.Replica(
            ("ConnectionStrings:Primary", pair.Source), ("ConnectionStrings:Replica1", pair.Replica), ("Cache:Mode", "None"));
        using var http = api.CreateClient();
        await Wait.UntilAsync(async () => await StatusAsync() == "healthy");

        await pair.TellReplicaAsync("STOP REPLICA SQL_THREAD; CHANGE REPLICATION SOURCE TO SOURCE_DELAY = 60; START REPLICA");
        await WriteAsync();
        await Wait.UntilAsync(async () => await StatusAsync() == "degraded");

        await pair.TellReplicaAsync("STOP REPLICA SQL_THREAD; CHANGE REPLICATION SOURCE TO SOURCE_DELAY = 0; START REPLICA");
        await Wait.UntilAsync(async () => await StatusAsync() == "healthy");

        async Task<string> StatusAsync() =>
            (await http.GetAnswerAsync("/health/ready")).Json.GetProperty("checks").GetProperty("mysql-replicas").GetProperty("status").GetString()!;
    }

    private async Task<(long Id, string Place)> WriteAsync()
    {
        await using var connection = await MySqlPair.OpenAsync(pair.Source);
        return await connection.QuerySingleAsync<(long, string)>($"INSERT INTO written () VALUES (); SELECT CAST(LAST_INSERT_ID() AS SIGNED), {_replication.LastWrite}");
    }

    private Task<long> WaitAsync(string place, double seconds) => QueryAsync<long>(pair.Replica, _replication.Wait, new { place, seconds });

    private Task<long> IsFollowingAsync() => QueryAsync<long>(pair.Replica, $"SELECT CAST({_replication.IsFollowing} AS SIGNED)");

    private static async Task<T> QueryAsync<T>(string address, string sql, object? parameters = null)
    {
        await using var connection = await MySqlPair.OpenAsync(address);
        return (await connection.ExecuteScalarAsync<T>(sql, parameters))!;
    }
}
