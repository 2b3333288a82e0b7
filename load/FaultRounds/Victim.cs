using Dugout.Load.Client;
using Dugout.Load.Running;
using StackExchange.Redis;

namespace Dugout.Load.FaultRounds;

/// <summary>Finds the process that a fault strikes, by its name in <c>apphost.json</c>.</summary>
/// <param name="FindAsync">Finds it in a running system.</param>
internal sealed record Victim(Func<RunningSystem, Task<string>> FindAsync)
{
    /// <summary>Always the same one.</summary>
    public static Victim Named(string name) => new(_ => Task.FromResult(name));

    /// <summary>A node of the Redis Cluster with this role at the moment: roles change with every fail-over.</summary>
    public static Victim RedisNode(bool isReplica) => new(async system =>
    {
        var options = ConfigurationOptions.Parse(system.Contents.Redis!);
        await using var redis = await ConnectionMultiplexer.ConnectAsync(options);
        foreach (var (index, node) in options.EndPoints.Index())
        {
            if (redis.GetServer(node) is { IsConnected: true } server && server.IsReplica == isReplica) return $"redis-{index + 1}";
        }

        throw new NoSystemException($"no node of the Redis Cluster is a {(isReplica ? "replica" : "master")}");
    });
}
