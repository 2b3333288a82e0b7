using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What a start does with the data of a Redis Cluster that it finds: ports differ from start to start.</summary>
public sealed class RedisClusterTests : IDisposable
{
    private const string Key = "hold";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_cluster_forms_again_on_other_ports_and_an_incomplete_one_starts_empty()
    {
        var ports = await StartAsync(async (redis, nodes) =>
        {
            Assert.Equal((3, 3), (nodes.Count(node => !node.IsReplica), nodes.Count(node => node.IsReplica)));
            await redis.StringSetAsync(Key, "seat 1");
        });

        var others = await StartAsync(async (redis, nodes) =>
        {
            Assert.Equal(6, nodes.Count(node => node.IsConnected));
            Assert.Equal("seat 1", await redis.StringGetAsync(Key));
        });
        Assert.NotEqual(ports, others);

        File.Delete(Path.Combine(_folder.Path, "redis-3", "nodes.conf"));
        await StartAsync(async (redis, nodes) =>
        {
            Assert.Equal(6, nodes.Count);
            Assert.True((await redis.StringGetAsync(Key)).IsNull);
        });
    }

    private async Task<string> StartAsync(Func<IDatabase, ICollection<ClusterNode>, Task> check)
    {
        await using var servers = await RunningServers.StartAsync(_folder.Path, readReplicas: 0, topology: RedisTopology.Cluster, cancellation: TestContext.Current.CancellationToken);
        await using var redis = await ConnectionMultiplexer.ConnectAsync(servers.Redis + ",allowAdmin=true");
        await check(redis.GetDatabase(), (await redis.GetServers()[0].ClusterNodesAsync())!.Nodes);
        return servers.Redis;
    }
}
