using System.Globalization;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>The collection of the tests on a Redis Cluster, which run alone: its nodes judge by their clocks whether others live.</summary>
[CollectionDefinition(nameof(ClusterShop), DisableParallelization = true)]
public sealed class TheClusterShop : ICollectionFixture<ClusterShop>;

/// <summary>A separate shop on a Redis Cluster of three masters and three replicas, with the time limits that ship.</summary>
public sealed class ClusterShop : Shop
{
    private readonly Dictionary<int, KillableProcess> _nodes = [];

    protected override RedisTopology Redis => RedisTopology.Cluster;

    protected override (string Name, string Value)[] Settings => [("Limits__Enabled", "false"), ("Sessions__TrustMilliseconds", "60000"), ("Accounts__HashQueueACore", "1000"), ("Accounts__HashWaitMilliseconds", "20000")];

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        foreach (var number in Enumerable.Range(1, 6))
        {
            var configuration = Servers.Folder.In("config", $"redis-{number}.conf");
            var port = (await File.ReadAllLinesAsync(configuration)).First(line => line.StartsWith("port ", StringComparison.Ordinal))[5..];
            _nodes.Add(int.Parse(port, CultureInfo.InvariantCulture), new(
                await Servers.ProcessOfAsync($"redis-{number}"), [Servers.RedisProgram.Path, configuration], Servers.RedisProgram.Environment));
        }
    }

    /// <summary>The master of a game's keys at this moment.</summary>
    public async Task<KillableProcess> MasterOfAsync(long game)
    {
        using var redis = await ConnectionMultiplexer.ConnectAsync(Servers.Redis + ",allowAdmin=true");
        var nodes = await redis.GetServers()[0].ClusterNodesAsync();
        return _nodes[((System.Net.IPEndPoint)nodes!.GetBySlot($"dugout:{{game:{game}}}:seats:{Grade(game)}")!.EndPoint!).Port];
    }

    public override async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes.Values)
            await node.DisposeAsync();
        await base.DisposeAsync();
    }
}
