using System.Diagnostics;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What a start does with the data of replicas.</summary>
public sealed class KeptReplicasTests : KeptServers
{
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
            var start = RunningServers.StartAsync(Folder, engine: TestServers.EngineOfThisRun, cancellation: seen.Token);
            await Wait.UntilAsync(() => File.Exists(In("mysql-replica-1/dugout-lost")));
            await seen.CancelAsync();
            try
            {
                // MySQL replicates for a moment before it gets the error; everything may have been healthy then.
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
}
