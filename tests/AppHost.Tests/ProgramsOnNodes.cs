using Dapper;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>Migrators and workers as processes of their own, each of which writes at another node of a cluster.</summary>
internal sealed class ProgramsOnNodes(TestedSystem system, IReadOnlyList<string> nodes) : IAsyncDisposable
{
    private const string Primary = "ConnectionStrings__Primary";

    /// <summary>A schema of their own for the migrators.</summary>
    private const string Schema = "bare";

    private readonly KillableProcess _worker = new(system.ProcessOf("worker"));

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>Two migrators, each at a node of its own and started at once, take turns: the second finds everything done.</summary>
    public async Task MigrateTogetherAsync()
    {
        var servers = await system.ServersAsync(DatabaseAccount.Bare);
        await using (var creator = new MySqlConnection(servers[0]))
            await creator.ExecuteAsync($"CREATE DATABASE {Schema} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci");
        var program = _worker.Program.Replace("Worker", "Migrator", StringComparison.Ordinal);
        var ends = await Together.RunAsync(2, number => MigrateAsync(first: number + 1));
        // On a busy machine one may lose its lease, or wait too long for the other one's; it is started again, as it asks for.
        foreach (var (number, _) in ends.Index().Where(end => end.Item != 0))
            Assert.Equal(0, await MigrateAsync(first: number + 1));

        foreach (var server in servers)
        {
            await using var node = new MySqlConnection(new MySqlConnectionStringBuilder(server) { Database = Schema }.ConnectionString);
            var (fence, left) = await node.QuerySingleAsync<(long, long)>("SELECT (SELECT fence FROM leases WHERE name = 'migrator'), (SELECT COUNT(*) FROM schema_scripts WHERE done = 0)");
            Assert.InRange(fence, 2, 4);
            Assert.Equal(0, left);
            Assert.Equal(1, await node.ExecuteScalarAsync<long>("SELECT COUNT(*) FROM accounts WHERE is_admin = 0"));
        }

        await using var remover = new MySqlConnection(servers[0]);
        await remover.ExecuteAsync($"DROP DATABASE {Schema}");

        async Task<int> MigrateAsync(int first)
        {
            var address = new MySqlConnectionStringBuilder(servers[first]) { Server = Hosts(first), Database = Schema };
            var replicas = servers.Where((_, node) => node != first).Select((server, index) =>
                ($"ConnectionStrings__Replica{index + 1}", new MySqlConnectionStringBuilder(server) { Database = Schema }.ConnectionString));
            await using var migrator = await _worker.StartAnotherAsync(program, [(Primary, address.ConnectionString), .. replicas, ("Seed__Accounts", "1")]);
            return await migrator.EndAsync().WaitAsync(Wait.Patience, Stop);
        }
    }

    /// <summary>
    /// Of two workers at different nodes one delivers. Frozen, it loses the lease to the other; when that one is killed, it takes over again. Each time all is delivered.
    /// </summary>
    public async Task DeliverInTurnsAsync(Sale shop)
    {
        var address = new MySqlConnectionStringBuilder(_worker.Setting(Primary)) { Server = Hosts(first: 1) };
        await using (await _worker.StartAnotherAsync(program: null, (Primary, address.ConnectionString), ("ASPNETCORE_URLS", "http://127.0.0.1:0")))
        {
            await shop.OneEachAsync();
            await EmptyAsync();

            var fence = await FenceAsync();
            _worker.Freeze();
            await shop.OneEachAsync();
            await TakenAsync(after: fence);
            await EmptyAsync();
            _worker.Thaw();
            await shop.OneEachAsync();
            await EmptyAsync();
        }

        await shop.OneEachAsync();
        await EmptyAsync();
    }

    public ValueTask DisposeAsync() => _worker.DisposeAsync();

    /// <summary>All nodes, in the order in which a program whose writes begin at one of them goes on to the others.</summary>
    private string Hosts(int first)
    {
        var hosts = new MySqlConnectionStringBuilder(_worker.Setting(Primary)).Server.Split(',');
        return string.Join(',', [.. hosts[first..], .. hosts[..first]]);
    }

    private Task<long> FenceAsync() => QueryAsync("SELECT fence FROM leases WHERE name = 'outbox'");

    private Task TakenAsync(long after) => Wait.UntilAsync("another worker takes the lease", async () => await FenceAsync() > after);

    private Task EmptyAsync() => Wait.UntilAsync("all messages are delivered", async () => await QueryAsync("SELECT COUNT(*) FROM outbox") == 0);

    private async Task<long> QueryAsync(string sql)
    {
        await using var connection = new MySqlConnection(nodes[0]);
        return await connection.ExecuteScalarAsync<long>(sql);
    }
}
