using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Redis;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>The collection of the tests that kill servers, which run one after the other.</summary>
[CollectionDefinition(nameof(FaultedShop))]
public sealed class TheFaultedShop : ICollectionFixture<FaultedShop>;

/// <summary>A separate shop whose servers and replicas a test kills, freezes and restarts. Its holds are short.</summary>
public sealed class FaultedShop : Shop
{
    /// <summary>How long a hold lives here, in seconds; the grace comes on top.</summary>
    public const int HoldSeconds = 2;

    private readonly Dictionary<string, KillableProcess> _processes = [];
    private ServerProgram? _redis;

    protected override (string Name, string Value)[] Settings => [("Seats__HoldSeconds", $"{HoldSeconds}")];

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        foreach (var name in (string[])["api-1", "api-2", "worker", "mysql-primary"])
            _processes.Add(name, new KillableProcess(await Servers.ProcessOfAsync(name)));
        _processes.Add("redis", new KillableProcess(
            await Servers.ProcessOfAsync("redis"), [_redis!.Path, Servers.Folder.In("config", "redis.conf")], _redis.Environment));
    }

    protected override void Add(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis)
    {
        base.Add(builder, mysql, redis);
        builder.AddProject("worker", "../../src/Worker/Worker.csproj")
            .WithDatabase(mysql, DatabaseAccount.App)
            .WithReference(redis, "Redis")
            .WithKeyRing()
            .WithHttp()
            .WithEnvironment("Outbox__LongestPauseSeconds", "1")
            .WaitForCompletion(Migrator!);
        _redis = ((RedisServerResource)redis.Resource).Program;
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var process in _processes.Values)
            await process.DisposeAsync();
        await base.DisposeAsync();
    }

    /// <summary>Kills and restarts a process; returns when it responds.</summary>
    public async Task RestartAsync(string name)
    {
        await _processes[name].KillAsync();
        await _processes[name].StartAsync();
        await Wait.UntilAsync($"{name} is back", () => IsBackAsync(name));
    }

    /// <summary>Freezes a process for a while.</summary>
    public Task FreezeAsync(string name, TimeSpan life) => _processes[name].FreezeAsync(life);

    /// <summary>Empties Redis.</summary>
    public async Task FlushAsync()
    {
        using var redis = await ConnectionMultiplexer.ConnectAsync(Servers.Redis + ",allowAdmin=true");
        await redis.GetServer(redis.GetEndPoints()[0]).FlushDatabaseAsync();
    }

    private async Task<bool> IsBackAsync(string name)
    {
        if (name == "worker")
            return true;
        if (name != "redis")
            return await AnswersAsync(name);
        try
        {
            using var redis = await ConnectionMultiplexer.ConnectAsync(Servers.Redis);
            return redis.IsConnected;
        }
        catch (RedisException)
        {
            return false;
        }
    }
}
