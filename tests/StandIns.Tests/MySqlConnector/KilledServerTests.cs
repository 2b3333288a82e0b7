using Dugout.Infrastructure;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.StandIns.Tests.MySqlConnector;

/// <summary>What the end of the whole server costs, and whom. The server is this class' own: nobody else's is killed.</summary>
public sealed class KilledServerTests(ServerFixture shared)
{
    private const int Callers = 64, Connections = 8, Opens = 100_000, Kills = 4;
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    /// <summary>
    /// 64 callers on 8 connections, the server killed and started again all the while. Whoever asks while it is up is answered,
    /// unless it is killed before the answer; whoever asks after a restart never meets what is left of the server before.
    /// </summary>
    [Fact]
    public async Task A_killed_server_costs_the_callers_in_flight_and_no_later_one()
    {
        Assert.SkipUnless(await IsMariaDbAsync(shared.ConnectionString), "The server to kill is a MariaDB of the test's own; the run on MariaDB has it.");
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(folder.Path, readReplicas: 0);
        await using var server = new KillableProcess(await servers.ProcessOfAsync("mysql-primary"));
        var account = servers.Primary(DatabaseAccount.Migrator);
        await using var source = new MySqlDataSource($"{account};MaximumPoolSize={Connections};ConnectionTimeout=20;DefaultCommandTimeout=60");

        // A life of the server: its task ends when the server answers, and it is replaced before the server is killed.
        var life = new TaskCompletionSource();
        life.SetResult();
        var (left, answered, lost) = (Opens, 0, 0);
        var callers = Enumerable.Range(0, Callers).Select(_ => Task.Run(CallAsync)).ToList();
        await Task.WhenAll([KillAsync(), .. callers]).WaitAsync(Patience);
        Assert.Equal(Opens, answered);
        Assert.InRange(lost, Kills, Kills * Callers);

        // Once more while all connections lie idle: nobody is in flight, so nobody pays.
        await RestartAsync();
        await Task.WhenAll(Enumerable.Range(0, Callers).Select(number => AskAsync(source, number)));

        Assert.InRange(await ConnectionsAsync(account), 0, Connections);
        var all = new List<MySqlConnection>();
        for (var i = 0; i < Connections; i++)
            all.Add(await source.OpenConnectionAsync());
        foreach (var connection in all)
            await connection.DisposeAsync();

        async Task CallAsync()
        {
            for (int number; (number = Interlocked.Decrement(ref left)) >= 0;)
            {
                while (!await TryAskAsync(number))
                    Interlocked.Increment(ref lost);
                Interlocked.Increment(ref answered);
            }
        }

        async Task<bool> TryAskAsync(int number)
        {
            var mine = Volatile.Read(ref life);
            await mine.Task;
            try
            {
                await AskAsync(source, number);
                return true;
            }
            catch (MySqlException) when (mine != Volatile.Read(ref life))
            {
                return false;
            }
        }

        async Task KillAsync()
        {
            for (var kill = 1; kill <= Kills; kill++)
            {
                while (Volatile.Read(ref answered) < kill * (Opens / (Kills + 1)) && !callers.TrueForAll(caller => caller.IsCompleted))
                    await Task.Delay(5);
                var next = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                Volatile.Write(ref life, next);
                try
                {
                    await RestartAsync();
                    next.SetResult();
                }
                catch (Exception fault)
                {
                    next.SetException(fault);
                    throw;
                }
            }
        }

        async Task RestartAsync()
        {
            await server.KillAsync();
            await server.StartAsync();
            while (!await AnswersAsync(account))
                await Task.Delay(20);
        }
    }

    private static async Task AskAsync(MySqlDataSource source, int number)
    {
        await using var connection = await source.OpenConnectionAsync();
        await using var command = new MySqlCommand("SELECT @n, CONNECTION_ID(), REPEAT('x', @n % 300)", connection);
        command.Parameters.AddWithValue("@n", number);
        if (number % 5 == 0)
            await command.PrepareAsync();
        await using var reader = await command.ExecuteReaderAsync();
        Assert.True(await reader.ReadAsync());
        Assert.Equal((number, connection.ServerThread, number % 300), (reader.GetInt32(0), reader.GetInt32(1), reader.GetString(2).Length));
        Assert.False(await reader.ReadAsync());
    }

    private static async Task<bool> AnswersAsync(string account)
    {
        try
        {
            await IsMariaDbAsync(account);
            return true;
        }
        catch (MySqlException)
        {
            return false;
        }
    }

    private static async Task<bool> IsMariaDbAsync(string account)
    {
        await using var connection = new MySqlConnection(account + ";Pooling=false");
        await connection.OpenAsync();
        return connection.ServerVersion.Contains("MariaDB", StringComparison.Ordinal);
    }

    /// <summary>How many connections the server itself counts for an account, but for the one that asks.</summary>
    private static async Task<long> ConnectionsAsync(string account)
    {
        await using var connection = new MySqlConnection(account + ";Pooling=false");
        await connection.OpenAsync();
        await using var command = new MySqlCommand(
            "SELECT COUNT(*) FROM information_schema.processlist WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1) AND id <> CONNECTION_ID()", connection);
        return (long)(await command.ExecuteScalarAsync())!;
    }
}
