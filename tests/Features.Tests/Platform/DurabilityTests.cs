using System.Net;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A replica is not ready while a server's settings could lose what was acknowledged, and says which setting.</summary>
public sealed class DurabilityTests(Shop shop) : IAsyncLifetime
{
    private const string Flush = "innodb-flush-log-at-trx-commit = ";
    private const string Sync = "sync-binlog = ";

    private readonly TestFolder _folder = new();
    private RunningServers? _servers;

    private RunningServers Servers => _servers!;

    public async ValueTask InitializeAsync() =>
        _servers = await RunningServers.StartAsync(_folder.Path, readReplicas: 0, engine: TestServers.EngineOfThisRun, cancellation: TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_servers is not null)
            await _servers.DisposeAsync();
        _folder.Dispose();
    }

    [Fact]
    public async Task Weak_settings_of_the_primary_make_a_replica_not_ready()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Servers.Primary(DatabaseAccount.App)));
        await using var trusting = shop.Replica(("ConnectionStrings:Primary", Servers.Primary(DatabaseAccount.App)), ("Database:RequireDurability", "false"));
        await using var primary = new KillableProcess(await Servers.ProcessOfAsync("mysql-primary"));
        using var http = replica.CreateClient();
        using var other = trusting.CreateClient();
        Assert.Equal(("healthy", null), await StateAsync(http, "mysql-primary"));

        await RestartAsync(primary, (Flush + 1, Flush + 2), (Sync + 1, Sync + 0));
        await BecomesAsync(http, "mysql-primary", "unhealthy", "innodb_flush_log_at_trx_commit is 2, not 1; sync_binlog is 0, not 1");
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await http.GetAnswerAsync("/health/ready")).Status);
        Assert.Equal(("healthy", null), await StateAsync(other, "mysql-primary"));

        await RestartAsync(primary, (Flush + 2, Flush + 1), (Sync + 0, Sync + 1));
        await BecomesAsync(http, "mysql-primary", "healthy", null);
    }

    [Fact]
    public async Task Redis_that_forgets_or_evicts_holds_makes_a_replica_not_ready()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", Servers.Redis));
        await using var redis = await ConnectionMultiplexer.ConnectAsync(Servers.Redis + ",allowAdmin=true");
        var server = redis.GetServers()[0];
        using var http = replica.CreateClient();
        await BecomesAsync(http, "redis", "healthy", null);

        await server.ConfigSetAsync("appendonly", "no");
        await server.ConfigSetAsync("maxmemory-policy", "allkeys-lru");
        Assert.Equal(("unhealthy", "appendonly is not yes; maxmemory-policy is allkeys-lru, not noeviction"), await StateAsync(http, "redis"));
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await http.GetAnswerAsync("/health/ready")).Status);

        await server.ConfigSetAsync("appendonly", "yes");
        await server.ConfigSetAsync("maxmemory-policy", "noeviction");
        Assert.Equal(("healthy", null), await StateAsync(http, "redis"));
    }

    /// <summary>Changes the primary's option file and restarts it.</summary>
    private async Task RestartAsync(KillableProcess primary, params (string Former, string Next)[] changes)
    {
        var file = Path.Combine(_folder.Path, "config", "mysql-primary.cnf");
        var options = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
        foreach (var (former, next) in changes)
        {
            Assert.Contains(former, options, StringComparison.Ordinal);
            options = options.Replace(former, next, StringComparison.Ordinal);
        }

        await File.WriteAllTextAsync(file, options, TestContext.Current.CancellationToken);
        await primary.KillAsync();
        await primary.StartAsync();
    }

    private static Task BecomesAsync(HttpClient http, string check, string status, string? reason) =>
        Until.TrueAsync(() => http.GetAnswerAsync("/health/ready"), health => State(health, check) == (status, reason));

    private static async Task<(string? Status, string? Reason)> StateAsync(HttpClient http, string check) => State(await http.GetAnswerAsync("/health/ready"), check);

    private static (string? Status, string? Reason) State(Answer health, string check)
    {
        var state = health.Json.GetProperty("checks").GetProperty(check);
        return (state.GetProperty("status").GetString(), state.TryGetProperty("description", out var reason) ? reason.GetString() : null);
    }
}
