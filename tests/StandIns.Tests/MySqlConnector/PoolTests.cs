using System.Collections.Concurrent;
using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

public sealed class PoolTests(ServerFixture server)
{
    private int _pools;

    [Fact]
    public async Task A_full_pool_makes_callers_wait_and_then_says_so()
    {
        await using var source = NewPool("MaximumPoolSize=2;ConnectionTimeout=1");
        await using var first = await source.OpenConnectionAsync();
        var second = await source.OpenConnectionAsync();
        var watch = Stopwatch.StartNew();
        var refused = await Assert.ThrowsAsync<MySqlException>(async () => await source.OpenConnectionAsync());
        Assert.InRange(watch.Elapsed.TotalSeconds, 0.9, 10);
        Assert.Contains("2 of 2", refused.Message, StringComparison.Ordinal);
        Assert.Throws<MySqlException>(() => source.OpenConnection());

        var waiting = source.OpenConnectionAsync();
        Assert.False(waiting.IsCompleted);
        await second.DisposeAsync();
        await using var third = await waiting;
        Assert.Equal(ConnectionState.Open, third.State);
    }

    [Fact]
    public async Task Waiting_ends_with_the_callers_token()
    {
        await using var source = NewPool("MaximumPoolSize=1");
        var holder = await source.OpenConnectionAsync();
        using var patience = new CancellationTokenSource(50);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await source.OpenConnectionAsync(patience.Token));
        await holder.DisposeAsync();
        await using var next = await source.OpenConnectionAsync();
    }

    [Fact]
    public async Task A_returned_connection_is_handed_on_as_new()
    {
        await using var source = NewPool("MaximumPoolSize=1;AllowUserVariables=true");
        int thread;
        await using (var connection = await source.OpenConnectionAsync())
        {
            thread = connection.ServerThread;
            await RunAsync(connection, "SET @mine = 1, SESSION sql_mode = 'NO_BACKSLASH_ESCAPES', SESSION time_zone = '+09:00'; CREATE TEMPORARY TABLE mine (x INT)");
            await connection.ChangeDatabaseAsync("information_schema");
        }
        await using var again = await source.OpenConnectionAsync();
        Assert.Equal(thread, again.ServerThread);
        await using var command = new MySqlCommand("SELECT @mine, @@sql_mode LIKE '%BACKSLASH%', @@character_set_client, @@character_set_results, DATABASE(), @p", again);
        command.Parameters.AddWithValue("@p", "\\'한");
        await using (var reader = await command.ExecuteReaderAsync())
        {
            Assert.True(await reader.ReadAsync());
            Assert.True(reader.IsDBNull(0));
            Assert.Equal(0, reader.GetInt32(1));
            Assert.Equal(("utf8mb4", "utf8mb4"), (reader.GetString(2), reader.GetString(3)));
            Assert.Equal(new MySqlConnectionStringBuilder(server.ConnectionString).Database, reader.GetString(4));
            Assert.Equal("\\'한", reader.GetString(5));
        }
        Assert.Equal(1146, (await Assert.ThrowsAsync<MySqlException>(() => RunAsync(again, "SELECT * FROM mine"))).Number);
    }

    [Fact]
    public async Task An_open_transaction_is_rolled_back_at_return()
    {
        await using var source = NewPool("MaximumPoolSize=1");
        await using var watcher = new MySqlConnection(server.ConnectionString);
        await watcher.OpenAsync();
        await RunAsync(watcher, "DROP TABLE IF EXISTS pool_left; CREATE TABLE pool_left (id INT PRIMARY KEY) ENGINE=InnoDB");
        await using (var connection = await source.OpenConnectionAsync())
        {
            _ = await connection.BeginTransactionAsync();
            await RunAsync(connection, "INSERT INTO pool_left VALUES (1)");
        }
        // The lock is gone at once, not only when the connection is used again.
        await RunAsync(watcher, "SET innodb_lock_wait_timeout = 1; INSERT INTO pool_left VALUES (1)");
    }

#if !UPSTREAM_PACKAGES // The package has no such counter.
    [Fact]
    public async Task A_reset_costs_no_round_trip_of_its_own()
    {
        await using var source = NewPool("MaximumPoolSize=1");
        await using (var warm = await source.OpenConnectionAsync())
            await RunAsync(warm, "SELECT 1");
        using var trips = new RoundTrips();
        await using (var connection = await source.OpenConnectionAsync())
            await RunAsync(connection, "SELECT 1");
        Assert.Equal(1, trips.Count);
        await using (var connection = await source.OpenConnectionAsync())
        {
            await using var command = new MySqlCommand("SELECT 1", connection);
            await command.PrepareAsync();
            await command.ExecuteScalarAsync();
        }
        Assert.Equal(3, trips.Count);
    }

    [Fact]
    public async Task The_answer_to_a_reset_alone_wakes_nobody()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        await using var source = new MySqlDataSource($"Server=127.0.0.1;Port={port};User ID=u;Password=p;SslMode=None;MaximumPoolSize=1;DefaultCommandTimeout=5;CancellationTimeout=-1");
        var heard = new byte[1024];
        var opening = source.OpenConnectionAsync();
        using var fake = await listener.AcceptSocketAsync();
        await fake.SendAsync(Packets.Greeting("5.5.5-10.11.14-MariaDB"));
        await fake.ReceiveAsync(heard);
        await fake.SendAsync(Packets.Ok(2));
        await (await opening).DisposeAsync();

        await using var connection = await source.OpenConnectionAsync();
        // When the call comes back its bytes are out and it waits.
        var resetting = RunAsync(connection, "DO 1");
        await fake.ReceiveAsync(heard);
        await fake.SendAsync(Packets.Ok(1));
        await Task.Delay(100);
        Assert.Equal(Packets.Ok(1).Length, Unread((IPEndPoint)fake.RemoteEndPoint!, port));
        await fake.SendAsync(Packets.Ok(1));
        await resetting;

        // Afterwards an answer that is no longer than the reset's wakes again.
        var plain = RunAsync(connection, "DO 1");
        await fake.ReceiveAsync(heard);
        await fake.SendAsync(Packets.Ok(1));
        await plain;
    }
#endif

    [Fact]
    public async Task A_connection_that_was_killed_while_idle_is_never_lent()
    {
        await using var source = NewPool("MaximumPoolSize=3");
        await using var killer = new MySqlConnection(server.ConnectionString);
        await killer.OpenAsync();
        for (var round = 0; round < 5; round++)
        {
            var lent = new List<MySqlConnection>();
            for (var i = 0; i < 3; i++)
                lent.Add(await source.OpenConnectionAsync());
            var threads = lent.ConvertAll(connection => connection.ServerThread);
            foreach (var connection in lent)
                await connection.DisposeAsync();
            foreach (var thread in threads)
                await RunAsync(killer, string.Create(CultureInfo.InvariantCulture, $"KILL CONNECTION {thread}"));
            await GoneAsync(killer, threads);
            await using var next = await source.OpenConnectionAsync();
            await RunAsync(next, "SELECT 1");
        }
    }

    [Fact]
    public async Task Idle_connections_are_closed_and_the_minimum_is_kept()
    {
        await using var source = NewPool("MinimumPoolSize=1;ConnectionIdleTimeout=1");
        var lent = new List<MySqlConnection>();
        for (var i = 0; i < 4; i++)
            lent.Add(await source.OpenConnectionAsync());
        var threads = lent.ConvertAll(connection => connection.ServerThread);
        foreach (var connection in lent)
            await connection.DisposeAsync();
        await using var watcher = new MySqlConnection(server.ConnectionString);
        await watcher.OpenAsync();
        var watch = Stopwatch.StartNew();
        while (await AliveAsync(watcher, threads) > 1 && watch.Elapsed.TotalSeconds < 60)
            await Task.Delay(100);
        Assert.Equal(1, await AliveAsync(watcher, threads));
    }

    [Fact]
    public async Task A_cleared_pool_closes_what_comes_back()
    {
        await using var source = NewPool("MaximumPoolSize=2");
        var lent = await source.OpenConnectionAsync();
        var thread = lent.ServerThread;
        await MySqlConnection.ClearPoolAsync(lent);
        await lent.DisposeAsync();
        await using var next = await source.OpenConnectionAsync();
        Assert.NotEqual(thread, next.ServerThread);
    }

    /// <summary>64 callers, 8 connections, connections killed all the while: no answer is mixed up, no owner doubled, no place lost.</summary>
    [Fact]
    public async Task Callers_never_share_a_connection_nor_get_anothers_answer()
    {
        const int Callers = 64, Opens = 100_000, Kills = 60;
        await using var source = NewPool("MaximumPoolSize=8;ConnectionTimeout=60;DefaultCommandTimeout=60");
        await using var killer = new MySqlConnection(server.ConnectionString + ";Pooling=false");
        await killer.OpenAsync();
        var owners = new ConcurrentDictionary<int, int>();
        var left = Opens;
        var lost = 0;
        var spoilt = 0;

        async Task CallAsync(int caller)
        {
            for (int number; (number = Interlocked.Decrement(ref left)) >= 0;)
            {
                if (await OpenAsync() is not { } opened)
                    continue;
                await using var connection = opened;
                var thread = connection.ServerThread;
                Assert.True(owners.TryAdd(thread, caller), "two owners");
                try
                {
                    await using var command = new MySqlCommand("SELECT @n, CONNECTION_ID(), REPEAT('x', @n % 300)", connection);
                    command.Parameters.AddWithValue("@n", number);
                    if (number % 5 == 0)
                        await command.PrepareAsync();
                    await using var reader = await command.ExecuteReaderAsync();
                    Assert.True(await reader.ReadAsync());
                    Assert.Equal((number, thread, number % 300), (reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2).Length));
                }
                catch (MySqlException error) when (error.Number is 0 or 1927 or 1053 or 1317)
                {
                    Interlocked.Increment(ref lost);
                }
                finally
                {
                    owners.TryRemove(thread, out _);
                }
            }
        }

        // MySQL may write a killed connection's goodbye when its descriptor is already another one's: that one can't be made.
        async Task<MySqlConnection?> OpenAsync()
        {
            try
            {
                return await source.OpenConnectionAsync();
            }
            catch (MySqlException error) when (error.ErrorCode == MySqlErrorCode.UnableToConnectToHost)
            {
                Interlocked.Increment(ref spoilt);
                return null;
            }
        }

        var callers = Enumerable.Range(0, Callers).Select(caller => Task.Run(() => CallAsync(caller))).ToList();
        var killed = 0;
        while (killed < Kills && !callers.TrueForAll(caller => caller.IsCompleted))
        {
            if (owners.Keys.FirstOrDefault() is var thread and > 0 && await TryKillAsync(killer, thread))
                killed++;
            await Task.Delay(20);
        }
        await Task.WhenAll(callers);
        Assert.InRange(lost, 0, killed);
        Assert.InRange(spoilt, 0, killed);

        // Every place of the pool is free again.
        var all = new List<MySqlConnection>();
        for (var i = 0; i < 8; i++)
            all.Add(await source.OpenConnectionAsync());
        foreach (var connection in all)
            await connection.DisposeAsync();
    }

    private MySqlDataSource NewPool(string settings) =>
        new($"{server.ConnectionString};{settings};ApplicationName=pool-{GetHashCode()}-{Interlocked.Increment(ref _pools)}");

    private static async Task RunAsync(MySqlConnection connection, string sql)
    {
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync();
    }

    private static async Task<bool> TryKillAsync(MySqlConnection killer, int thread)
    {
        try
        {
            await RunAsync(killer, string.Create(CultureInfo.InvariantCulture, $"KILL CONNECTION {thread}"));
            return true;
        }
        catch (MySqlException error) when (error.ErrorCode == MySqlErrorCode.NoSuchThread)
        {
            return false;
        }
    }

    /// <summary>Bytes that have arrived at a connection's own end and that nobody has received, as the kernel tells.</summary>
    private static int Unread(IPEndPoint own, int server) => File.ReadLines("/proc/net/tcp")
        .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Where(fields => fields[1].EndsWith($":{own.Port:X4}", StringComparison.Ordinal) && fields[2].EndsWith($":{server:X4}", StringComparison.Ordinal))
        .Select(fields => Convert.ToInt32(fields[4].Split(':')[1], 16))
        .Single();

    private static async Task GoneAsync(MySqlConnection watcher, List<int> threads)
    {
        var since = Stopwatch.StartNew();
        while (await AliveAsync(watcher, threads) > 0)
        {
            Assert.True(since.Elapsed < TimeSpan.FromSeconds(60), "The server keeps sessions that it was told to end.");
            await Task.Delay(5);
        }
    }

    private static async Task<long> AliveAsync(MySqlConnection watcher, List<int> threads)
    {
        // MySQL's own list of processes trips over other connections' statements in four-byte characters.
        var list = watcher.ServerVersion.Contains("MariaDB", StringComparison.Ordinal)
            ? "information_schema.processlist WHERE id"
            : "performance_schema.threads WHERE processlist_id";
        await using var command = new MySqlCommand($"SELECT COUNT(*) FROM {list} IN ({string.Join(',', threads)})", watcher);
        return Convert.ToInt64(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture);
    }
}
