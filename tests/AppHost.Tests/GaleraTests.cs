using System.Collections.Concurrent;
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
        var tokens = await Together.RunAsync(Fans, number => SignInAsync(system, number + 1));
        var nodes = await system.ServersAsync(DatabaseAccount.Migrator);
        Assert.Equal(3, nodes.Count);

        await ReadsWaitAsync(nodes);
        await CompetingCommitsAsync(nodes);
        await CompetingLeasesAsync(nodes);

        using var shop = new Sale(system, tokens, await OnSaleAsync(system));
        await shop.ThroughAsync(() => system.CommandAsync(FirstNode, "kill"));
        await system.HealthyAsync(FirstNode);
        await AllHaveAsync(nodes, shop.Acknowledged);

        // Frozen, it cannot know that the others went on without it: what it accepts when it resumes has to be theirs, too.
        await using var former = new MySqlConnection(nodes[0] + ";Pooling=false");
        await former.OpenAsync(Stop);
        await former.ExecuteAsync("CREATE TABLE test_writes (id BIGINT NOT NULL PRIMARY KEY)");
        await shop.ThroughAsync(() => system.CommandAsync(FirstNode, "freeze"));
        await system.CommandAsync(FirstNode, "thaw");
        var accepted = await WritesAsync(former);
        await system.HealthyAsync(FirstNode);
        await AllHaveAsync(nodes, shop.Acknowledged);
        foreach (var node in nodes)
        {
            await using var connection = new MySqlConnection(node + WithoutReset);
            await connection.OpenAsync(Stop);
            await CatchUpAsync(connection);
            Assert.Empty(accepted.Except(await connection.QueryAsync<long>("SELECT id FROM test_writes")));
        }

        await system.StopAsync();
        system.AssertGone();
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

    private static async Task<string> SignInAsync(TestedSystem system, int fan) =>
        (await system.PostAsync("/api/sessions", new { email = $"fan{fan}@dugout.test", password = "take-me-out-2027" })).GetProperty("accessToken").GetString()!;

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

    /// <summary>Fans who buy a seat of one game after the other.</summary>
    private sealed class Sale(TestedSystem system, string[] tokens, List<long> games) : IDisposable
    {
        private readonly ConcurrentQueue<long> _acknowledged = [];
        private readonly SemaphoreSlim _bought = new(0);
        private int _next = -1;
        private volatile bool _isOver;

        public IReadOnlyCollection<long> Acknowledged => _acknowledged;

        /// <summary>Sells, does something in the middle, and goes on until every fan has bought after it.</summary>
        public async Task ThroughAsync(Func<Task> happens)
        {
            _isOver = false;
            var fans = tokens.Select(token => Task.Run(() => BuyAsync(token))).ToList();
            await ManyAsync();
            await happens();
            await ManyAsync();
            _isOver = true;
            await Task.WhenAll(fans);
        }

        public void Dispose() => _bought.Dispose();

        private async Task ManyAsync()
        {
            for (var sale = 0; sale < 3 * Fans; sale++)
                Assert.True(await _bought.WaitAsync(TimeSpan.FromMinutes(2), Stop));
        }

        private async Task BuyAsync(string token)
        {
            while (!_isOver)
            {
                var sale = Interlocked.Increment(ref _next);
                var gameId = games[sale % games.Count];
                var gradeId = (await system.GetAsync($"/api/games/{gameId}/grades")).GetProperty("items")[0].GetProperty("gradeId").GetInt64();
                var hold = await system.PostAsync($"/api/games/{gameId}/holds", new { seats = new[] { new { gradeId, number = sale + 1 } } }, token);
                var sold = await system.PostAsync("/api/reservations", new { gameId, holdId = hold.GetProperty("holdId").GetInt64() }, token);
                _acknowledged.Enqueue(sold.GetProperty("reservationId").GetInt64());
                _bought.Release();
            }
        }
    }
}
