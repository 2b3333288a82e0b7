using System.Diagnostics;
using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Platform.Consistency;
using Dugout.Platform.Persistence;
using Dugout.Tests.Support;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The whole system on a cluster of three nodes, of which the one that takes writes is lost in the middle of a sale.</summary>
public sealed class GaleraTests
{
    private const int Fans = 8;
    private const string FirstNode = "mysql-1";
    private const string WithoutReset = ";Connection Reset=false";

    private static readonly GaleraReplication Replication = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_sale_survives_the_loss_of_the_node_that_takes_writes()
    {
        Assert.SkipUnless(AppHostProcess.EngineSettings.Length == 0, "Galera is MariaDB's.");
        await using var system = await TestedSystem.CreateAsync("galera", readReplicas: 0, replicas: 1, accounts: Fans, "--database", "galera");
        await system.StartAsync();
        var tokens = await Together.RunAsync(Fans, number => system.SignInAsync(number + 1));
        var nodes = await system.ServersAsync(DatabaseAccount.Migrator);
        Assert.Equal(3, nodes.Count);

        await ReadsWaitAsync(nodes);
        await CompetingCommitsAsync(nodes);
        await CompetingLeasesAsync(nodes);
        await using var programs = new ProgramsOnNodes(system, nodes);
        await programs.MigrateTogetherAsync();

        using var shop = new Sale(system, tokens, await OnSaleAsync(system));
        await programs.DeliverInTurnsAsync(shop);
        await shop.ThroughAsync(() => system.CommandAsync(FirstNode, "kill"));
        await system.HealthyAsync(FirstNode);
        await AllHaveAsync(nodes, shop.Acknowledged);

        await RunAsync(nodes[0], "CREATE TABLE test_writes (id BIGINT NOT NULL PRIMARY KEY)");
        // Frozen, it cannot know that the others went on without it: what it accepts when it resumes has to be theirs, too.
        await LosesAsync("freeze", async former =>
        {
            await system.CommandAsync(FirstNode, "thaw");
            return await WritesAsync(former);
        });
        // Isolated, it still has its clients, but no majority.
        await LosesAsync("isolate", async former =>
        {
            var accepted = await WritesAsync(former);
            Assert.Empty(accepted);
            await system.CommandAsync(FirstNode, "reconnect");
            return accepted;
        });

        await system.StopAsync();
        system.AssertGone();

        async Task LosesAsync(string how, Func<MySqlConnection, Task<List<long>>> returns)
        {
            await using var former = new MySqlConnection(nodes[0] + ";Pooling=false");
            await former.OpenAsync(Stop);
            await shop.ThroughAsync(() => system.CommandAsync(FirstNode, how));
            var accepted = await returns(former);
            await RejoinsAsync(nodes[0]);
            await system.HealthyAsync(FirstNode);
            await AllHaveAsync(nodes, shop.Acknowledged);
            foreach (var node in nodes)
            {
                await using var connection = new MySqlConnection(node + WithoutReset);
                await connection.OpenAsync(Stop);
                await CatchUpAsync(connection);
                Assert.Empty(accepted.Except(await connection.QueryAsync<long>("SELECT id FROM test_writes")));
            }
        }
    }

    /// <summary>Waits until a node belongs to the majority: its health is not looked at all the time.</summary>
    private static async Task RejoinsAsync(string node)
    {
        for (var since = Stopwatch.StartNew(); !await BelongsAsync(); await Task.Delay(100, Stop))
            Assert.True(since.Elapsed < TimeSpan.FromMinutes(1), "The node has not rejoined within a minute.");

        async Task<bool> BelongsAsync()
        {
            try
            {
                await using var connection = new MySqlConnection(node + ";Pooling=false");
                return await connection.ExecuteScalarAsync<long>($"SELECT {Replication.IsFollowing}") == 1;
            }
            catch (MySqlException)
            {
                return false;
            }
        }
    }

    private static async Task RunAsync(string node, string sql)
    {
        await using var connection = new MySqlConnection(node);
        await connection.ExecuteAsync(sql);
    }

    /// <summary>A commit at one node is seen at another by a read that waits for it, each time. The connection is not reset, as those of the product's reads are not.</summary>
    private static async Task ReadsWaitAsync(List<string> nodes)
    {
        await using var writer = new MySqlConnection(nodes[0]);
        await using var reader = new MySqlConnection(nodes[1] + WithoutReset);
        await writer.ExecuteAsync("CREATE TABLE test_reads (id INT NOT NULL PRIMARY KEY, value INT NOT NULL); INSERT INTO test_reads VALUES (1, 0)");
        for (var value = 1; value <= 500; value++)
        {
            var place = await writer.QuerySingleAsync<string>($"UPDATE test_reads SET value = {value} WHERE id = 1; SELECT {Replication.LastWrite}");
            Assert.True(Replication.IsPlace(place), place);
            await CatchUpAsync(reader);
            Assert.Equal(value, await reader.ExecuteScalarAsync<int>("SELECT value FROM test_reads WHERE id = 1"));
        }
    }

    /// <summary>Of commits at two nodes that take the same number, one is accepted; the other is a deadlock, which a transaction repeats.</summary>
    private static async Task CompetingCommitsAsync(List<string> nodes)
    {
        await using (var connection = new MySqlConnection(nodes[0]))
            await connection.ExecuteAsync("CREATE TABLE test_limits (id INT NOT NULL PRIMARY KEY, taken INT NOT NULL); INSERT INTO test_limits VALUES (1, 0)");
        const int Limit = 20;
        var won = await Together.RunAsync(9, async caller =>
        {
            await using var connection = new MySqlConnection(nodes[caller % nodes.Count]);
            await connection.OpenAsync(Stop);
            var mine = 0;
            for (var attempt = 0; attempt < 100; attempt++)
            {
                try
                {
                    mine += await connection.ExecuteAsync($"UPDATE test_limits SET taken = taken + 1 WHERE id = 1 AND taken < {Limit}");
                }
                catch (MySqlException error) when (error.Number == 1213)
                {
                    // Another node's commit came first.
                }
            }

            return mine;
        });
        Assert.Equal(Limit, won.Sum());
    }

    /// <summary>Of workers and migrators at three nodes, at most one has the lease at a time, each with a higher fencing number than the one before.</summary>
    private static async Task CompetingLeasesAsync(List<string> nodes)
    {
        List<Databases> databases =
        [
            .. from node in nodes
               let settings = new Dictionary<string, string?> { ["ConnectionStrings:Primary"] = node }
               select new Databases(new ConfigurationBuilder().AddInMemoryCollection(settings).Build(), Options.Create(new DatabaseOptions())),
        ];
        List<long> fences = [];
        for (var round = 0; fences.Count < 10; round++)
        {
            Assert.True(round < 200);
            var leases = Enumerable.Range(0, 9).Select(_ => new RowLease("test", TimeSpan.FromMinutes(1), TimeProvider.System)).ToList();
            var holders = await Together.RunAsync(leases.Count, async caller =>
            {
                await using var connection = await databases[caller % nodes.Count].OpenPrimaryAsync(Stop);
                return await leases[caller].TakeAsync(connection, Stop) ? leases[caller].Fence : null;
            });
            Assert.InRange(holders.Count(fence => fence is not null), 0, 1);
            fences.AddRange(holders.OfType<long>());
            await Task.WhenAll(leases.Select((lease, caller) => lease.ReleaseAsync(databases[caller % nodes.Count])));
        }

        Assert.Equal(fences.Order().Distinct(), fences);
    }

    /// <summary>The games of the month of one that is always on sale, as far as they are, too.</summary>
    private static async Task<List<long>> OnSaleAsync(TestedSystem system)
    {
        var month = (await system.GetAsync("/api/games/3")).GetProperty("startsAt").GetDateTime();
        return
        [
            .. from game in (await system.GetAsync($"/api/games?month={month:yyyy-MM}")).GetProperty("items").EnumerateArray()
               where game.GetProperty("saleOpensAt").GetDateTime() < DateTime.UtcNow && DateTime.UtcNow.AddHours(1) < game.GetProperty("saleClosesAt").GetDateTime()
               select game.GetProperty("id").GetInt64(),
        ];
    }

    /// <summary>Writes at a node for a while and returns what it acknowledged. An unbroken connection from before its loss is what a client of the former primary would have.</summary>
    private static async Task<List<long>> WritesAsync(MySqlConnection connection)
    {
        List<long> accepted = [];
        for (var since = Stopwatch.StartNew(); since.Elapsed < TimeSpan.FromSeconds(5);)
        {
            var id = since.ElapsedTicks;
            try
            {
                await connection.ExecuteAsync("INSERT INTO test_writes VALUES (@id)", new { id });
                accepted.Add(id);
            }
            catch (MySqlException) when (connection.State == System.Data.ConnectionState.Open)
            {
                await Task.Delay(10, Stop);
            }
            catch (Exception error) when (error is MySqlException or InvalidOperationException)
            {
                break;
            }
        }

        return accepted;
    }

    /// <summary>Waits as the product's reads do; a node that is busy for longer is asked again, where the product would read from another.</summary>
    private static async Task CatchUpAsync(MySqlConnection node)
    {
        for (var attempt = 0; ; attempt++)
        {
            try
            {
                Assert.Equal(1, await node.ExecuteScalarAsync<long>(Replication.Wait));
                return;
            }
            catch (MySqlException error) when (error.Number == 1205 && attempt < 200)
            {
                // It had not caught up in time.
            }
        }
    }

    private static async Task AllHaveAsync(List<string> nodes, IReadOnlyCollection<long> reservations)
    {
        foreach (var node in nodes)
        {
            await using var connection = new MySqlConnection(node + WithoutReset);
            await connection.OpenAsync(Stop);
            await CatchUpAsync(connection);
            Assert.Equal(reservations.Order(), (await connection.QueryAsync<long>("SELECT id FROM reservations")).Order());
            Assert.Equal(reservations.Count, await connection.ExecuteScalarAsync<long>("SELECT COUNT(*) FROM seat_claims"));
        }
    }
}
