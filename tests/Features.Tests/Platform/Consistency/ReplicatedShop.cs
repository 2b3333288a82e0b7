using System.Globalization;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dapper;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform.Consistency;

/// <summary>Tests that share a shop whose read replicas they break: one after the other, since each mends them again.</summary>
[CollectionDefinition(nameof(ReplicatedShop))]
public sealed class TheReplicatedShop : ICollectionFixture<ReplicatedShop>;

/// <summary>
/// A shop of its own with two read replicas, whose replicas a test breaks and repairs. No response is cached, so
/// every read goes to a server; and however late a replica is, it stays in rotation.
/// </summary>
public class ReplicatedShop : Shop
{
    private const string Breaker = "breaker";
    private const string Password = "breaks-replicas-of-tests-only";
    private readonly List<KillableProcess> _replicas = [];
    private KillableProcess? _primary;

    /// <summary>Ways in which a replica breaks.</summary>
    public enum Fault
    {
        /// <summary>It is well.</summary>
        None,

        /// <summary>It applies everything five seconds late.</summary>
        Delayed,

        /// <summary>It applies nothing any more.</summary>
        Stopped,

        /// <summary>It receives nothing any more.</summary>
        CutOff,

        /// <summary>It hangs.</summary>
        Frozen,

        /// <summary>It is gone.</summary>
        Killed,
    }

    protected override int ReadReplicas => 2;

    protected override (string Name, string Value)[] Settings =>
        [.. Patient, ("Cache__Mode", "None"), ("Replicas__LongestLagMilliseconds", "60000")];

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        for (var n = 1; n <= ReadReplicas; n++)
            _replicas.Add(new KillableProcess(await Servers.ProcessOfAsync($"mysql-replica-{n}")));
        _primary = new KillableProcess(await Servers.ProcessOfAsync("mysql-primary"));
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var server in _replicas.Append(_primary!))
            await server.DisposeAsync();
        await base.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    /// <summary>Does something while there is no primary.</summary>
    public async Task WithoutPrimaryAsync(Func<Task> act)
    {
        ArgumentNullException.ThrowIfNull(act);
        await _primary!.KillAsync();
        try
        {
            await act();
        }
        finally
        {
            await _primary.StartAsync();
            await UntilAnsweredAsync(() => QueryAsync<int>("SELECT 1"), "The primary");
        }
    }

    /// <summary>Does something while all replicas are broken; returns when they have caught up again.</summary>
    public async Task WithAllAsync(Fault fault, Func<Task> act)
    {
        ArgumentNullException.ThrowIfNull(act);
        for (var n = 1; n <= ReadReplicas; n++)
            await BreakAsync(n, fault);
        try
        {
            await act();
        }
        finally
        {
            for (var n = 1; n <= ReadReplicas; n++)
                await MendAsync(n, fault);
            await Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Breaks the n-th replica, counting from 1.</summary>
    public async Task BreakAsync(int n, Fault fault)
    {
        switch (fault)
        {
            case Fault.Delayed:
                await TellAsync(n, Delay(5));
                break;
            case Fault.Stopped:
                await TellAsync(n, "STOP REPLICA SQL_THREAD");
                break;
            case Fault.CutOff:
                await TellAsync(n, "STOP REPLICA IO_THREAD");
                break;
            case Fault.Frozen:
                _replicas[n - 1].Freeze();
                break;
            case Fault.Killed:
                await _replicas[n - 1].KillAsync();
                break;
        }
    }

    /// <summary>Repairs it; returns when it responds and replicates.</summary>
    public async Task MendAsync(int n, Fault fault)
    {
        switch (fault)
        {
            case Fault.Delayed:
                await TellAsync(n, Delay(0));
                break;
            case Fault.Stopped or Fault.CutOff:
                await TellAsync(n, "START REPLICA");
                break;
            case Fault.Frozen:
                _replicas[n - 1].Thaw();
                break;
            case Fault.Killed:
                await _replicas[n - 1].StartAsync();
                await UntilAnsweredAsync(async () => await (await OpenAsync(n)).DisposeAsync(), $"Replica {n}");
                break;
        }
    }

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        base.Add(builder, mysql, redis);
        // None of the product's accounts may stop a replica; this one is added to what the replicas run at their start.
        builder.Eventing.Subscribe<BeforeStartEvent>(async (_, cancellation) =>
        {
            for (var n = 1; n <= ReadReplicas; n++)
            {
                await File.AppendAllTextAsync(Path.Combine(Path.GetDirectoryName(builder.KeyFolder())!, "config", $"mysql-replica-{n}.sql"),
                    $"DROP USER IF EXISTS '{Breaker}'@'127.0.0.1';\nCREATE USER '{Breaker}'@'127.0.0.1' IDENTIFIED BY '{Password}';\n"
                    + $"GRANT {(IsOnMySql ? "SUPER" : "REPLICATION SLAVE ADMIN")} ON *.* TO '{Breaker}'@'127.0.0.1';\n", cancellation);
            }
        });
    }

    /// <summary>All other output is equal for both engines.</summary>
    private static string Delay(int seconds) => string.Create(CultureInfo.InvariantCulture,
        $"STOP REPLICA; {(IsOnMySql ? "CHANGE REPLICATION SOURCE TO SOURCE_DELAY" : "CHANGE MASTER TO MASTER_DELAY")} = {seconds}; START REPLICA");

    private async Task TellAsync(int n, string statements)
    {
        await using var connection = await OpenAsync(n);
        await connection.ExecuteAsync(statements);
    }

    private static Task UntilAnsweredAsync(Func<Task> ask, string who) => Wait.UntilAsync($"{who} is back", async () =>
    {
        try
        {
            await ask();
            return true;
        }
        catch (MySqlException)
        {
            return false;
        }
    });

    private async Task<MySqlConnection> OpenAsync(int n)
    {
        var address = new MySqlConnectionStringBuilder(Servers.Replica(DatabaseAccount.Checks, n)) { UserID = Breaker, Password = Password, Database = "", Pooling = false };
        var connection = new MySqlConnection(address.ConnectionString);
        await connection.OpenAsync();
        return connection;
    }
}

/// <summary>The same where late replicas are left out.</summary>
public sealed class WatchfulShop : ReplicatedShop
{
    protected override (string Name, string Value)[] Settings => [.. Patient, ("Cache__Mode", "None")];
}
