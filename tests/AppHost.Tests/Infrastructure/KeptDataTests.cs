using System.Diagnostics;
using Dugout.Infrastructure;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What a start does with the data it finds: each test starts servers of its own more than once.</summary>
public sealed class KeptDataTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Committed_rows_survive_kill_minus_nine()
    {
        await using (var servers = await StartAsync())
        {
            await WriteAsync(servers, 1);
            foreach (var name in (string[])["mysql-primary", "mysql-replica-1", "redis"])
                Process.GetProcessById(await servers.ProcessOfAsync(name, TestContext.Current.CancellationToken)).Kill();
        }

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_replica_added_later_has_everything_and_follows(bool afterACrash)
    {
        await using (var servers = await StartAsync(readReplicas: 0))
        {
            await WriteAsync(servers, 1);
            if (afterACrash)
                Process.GetProcessById(await servers.ProcessOfAsync("mysql-primary", TestContext.Current.CancellationToken)).Kill();
        }

        await using var more = await StartAsync(readReplicas: 2);
        await WriteAsync(more, 2);
        Assert.Equal("1,2", await ReplicatedAsync(more, 1));
        Assert.Equal("1,2", await ReplicatedAsync(more, 2));
    }

    [Fact]
    public async Task A_replica_of_another_primary_is_made_anew()
    {
        await using (var servers = await StartAsync())
        {
            await WriteAsync(servers, 1);
            await servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        }

        Directory.Delete(In("mysql-primary"), recursive: true);

        await using var again = await StartAsync();
        Assert.Equal("0", await Sql.ScalarAsync(again.Replica(DatabaseAccount.Checks), "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'dugout'"));
        await WriteAsync(again, 2);
        Assert.Equal("2", await ReplicatedAsync(again));
    }

    [Fact]
    public async Task A_replica_that_fell_out_of_the_log_says_so_and_is_made_anew()
    {
        await using (var servers = await StartAsync())
            await WriteAsync(servers, 1);
        var old = In("mysql-replica-1") + ".old";
        Process.Start("cp", ["-a", In("mysql-replica-1"), old]).WaitForExit();
        await using (var servers = await StartAsync())
            await WriteAsync(servers, 2);
        await using (await StartAsync())
        {
        }

        // The replica as it was before row 2, the log as it is when row 2 has been purged.
        Directory.Delete(In("mysql-replica-1"), recursive: true);
        Directory.Move(old, In("mysql-replica-1"));
        var logs = await File.ReadAllLinesAsync(In("mysql-primary/binlog.index"), TestContext.Current.CancellationToken);
        await File.WriteAllLinesAsync(In("mysql-primary/binlog.index"), logs[^1..], TestContext.Current.CancellationToken);

        using (var seen = new CancellationTokenSource())
        {
            var start = RunningServers.StartAsync(_folder.Path, engine: TestServers.EngineOfThisRun, cancellation: seen.Token);
            var since = Stopwatch.StartNew();
            while (!File.Exists(In("mysql-replica-1/dugout-lost")) && since.Elapsed < Patience)
                await Task.Delay(50, TestContext.Current.CancellationToken);
            await seen.CancelAsync();
            Assert.True(File.Exists(In("mysql-replica-1/dugout-lost")));
            try
            {
                // A MySQL follows for a moment before it is told that it can't; all may have been well then.
                await (await start).DisposeAsync();
            }
            catch (OperationCanceledException)
            {
                // It never was.
            }
        }

        await using var again = await StartAsync();
        await WriteAsync(again, 3);
        Assert.Equal("1,2,3", await ReplicatedAsync(again));
    }

    [Fact]
    public async Task A_folder_that_was_only_half_made_is_made_anew()
    {
        await using (await StartAsync())
        {
        }

        Directory.Move(In("mysql-primary"), In("mysql-primary.making"));
        Directory.Delete(In("mysql-primary.making/mysql"), recursive: true);
        File.Delete(In("mysql-replica-1/dugout-stamp.json"));

        await using var again = await StartAsync();
        await WriteAsync(again, 1);
        Assert.Equal("1", await ReplicatedAsync(again));
        Assert.False(Directory.Exists(In("mysql-primary.making")));
    }

    [Fact]
    public async Task Lost_passwords_are_replaced_and_lose_no_data()
    {
        await using (var servers = await StartAsync())
            await WriteAsync(servers, 1);
        File.Delete(In("secrets.json"));

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Theory]
    [InlineData("Series", "9.9")]
    [InlineData("Engine", "Postgres")]
    public async Task Data_of_another_engine_or_series_are_refused_and_left_alone(string member, string other)
    {
        await using (await StartAsync(readReplicas: 0))
        {
        }

        var stamp = In("mysql-primary/dugout-stamp.json");
        await RestampAsync(stamp, member, $"\"{member}\":\"{other}\"");

        var refused = await Assert.ThrowsAsync<StartRefusedException>(() => StartAsync(readReplicas: 0));

        Assert.Matches($"were made by .*{System.Text.RegularExpressions.Regex.Escape(other)}", refused.Message);
        Assert.True(File.Exists(stamp));
    }

    /// <summary>Such a stamp says no engine, since there was one.</summary>
    [Fact]
    public async Task A_folder_from_before_there_were_two_engines_is_MariaDBs()
    {
        Assert.SkipWhen(TestServers.EngineOfThisRun == DatabaseEngine.MySql, "The folder is to be one of MariaDB.");
        await using (var servers = await StartAsync(readReplicas: 0))
            await WriteAsync(servers, 1);
        await RestampAsync(In("mysql-primary/dugout-stamp.json"), "Engine", "\"Note\":\"\"");

        await using var again = await StartAsync();
        Assert.Equal("1", await ReplicatedAsync(again));
    }

    [Fact]
    public async Task A_primary_nobody_can_tell_the_origin_of_is_left_alone()
    {
        await using (await StartAsync(readReplicas: 0))
        {
        }

        await File.WriteAllTextAsync(In("mysql-primary/dugout-stamp.json"), "", TestContext.Current.CancellationToken);

        var refused = await Assert.ThrowsAsync<StartRefusedException>(() => StartAsync(readReplicas: 0));

        Assert.Contains("--reset", refused.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(In("mysql-primary/ibdata1")));
    }

    /// <summary>Puts something else in the place of a member of a stamp.</summary>
    private static async Task RestampAsync(string stamp, string member, string instead)
    {
        var text = await File.ReadAllTextAsync(stamp, TestContext.Current.CancellationToken);
        Assert.Contains($"\"{member}\"", text, StringComparison.Ordinal);
        await File.WriteAllTextAsync(stamp, System.Text.RegularExpressions.Regex.Replace(text, $"\"{member}\":\"[^\"]*\"", instead), TestContext.Current.CancellationToken);
    }

    private string In(string name) => Path.Combine(_folder.Path, name);

    private Task<RunningServers> StartAsync(int readReplicas = 1) =>
        RunningServers.StartAsync(_folder.Path, readReplicas, engine: TestServers.EngineOfThisRun, cancellation: TestContext.Current.CancellationToken);

    private static async Task WriteAsync(RunningServers servers, int id)
    {
        await Sql.RunAsync(servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE IF NOT EXISTS kept (id INT PRIMARY KEY)");
        await Sql.RunAsync(servers.Primary(DatabaseAccount.App), FormattableString.Invariant($"INSERT INTO kept VALUES ({id})"));
    }

    private static async Task<string?> ReplicatedAsync(RunningServers servers, int replica = 1)
    {
        await servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        return await Sql.ScalarAsync(servers.Replica(DatabaseAccount.App, replica), "SELECT GROUP_CONCAT(id ORDER BY id) FROM kept");
    }
}
