using System.Net;
using Dugout.Features.Tests;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

[assembly: AssemblyFixture(typeof(Shop))]

namespace Dugout.Features.Tests;

/// <content>Faulty links between a replica and its servers.</content>
public partial class Shop
{
    /// <summary>A proxy before Redis.</summary>
    internal FaultyProxy BeforeRedis() => new(RedisPort);

    /// <summary>A proxy before the primary.</summary>
    internal FaultyProxy BeforePrimary(TimeSpan? latency = null) => new(PortOf(Servers.Primary(DatabaseAccount.App)), latency);

    /// <summary>The settings that lead a replica through recording proxies.</summary>
    internal IEnumerable<(string Name, string Value)> Through(FaultyProxy? primary = null, FaultyProxy? replica = null, FaultyProxy? redis = null, FaultyProxy? secondReplica = null)
    {
        yield return ("Replicas:WatchMilliseconds", "3600000");
        yield return ("Cache:Mode", "None");
        yield return ("Sessions:PollMilliseconds", "3600000");
        yield return ("Sessions:TrustMilliseconds", "3600000");
        if (primary is not null)
            yield return ("ConnectionStrings:Primary", At(primary, Servers.Primary(DatabaseAccount.App)));
        if (replica is not null)
            yield return ("ConnectionStrings:Replica1", At(replica, Servers.Replica(DatabaseAccount.App)));
        if (secondReplica is not null)
            yield return ("ConnectionStrings:Replica2", At(secondReplica, Servers.Replica(DatabaseAccount.App, 2)));
        if (redis is not null)
            yield return ("ConnectionStrings:Redis", RedisBehind(redis));
    }

    /// <summary>How a service reaches Redis behind a proxy.</summary>
    internal string RedisBehind(FaultyProxy proxy) => Servers.Redis.Replace($":{RedisPort}", $":{proxy.Port}", StringComparison.Ordinal);

    /// <summary>How a service reaches the primary behind a proxy.</summary>
    internal string PrimaryBehind(FaultyProxy proxy) => At(proxy, Servers.Primary(DatabaseAccount.App));

    /// <summary>A proxy before the n-th read replica.</summary>
    internal FaultyProxy BeforeReplica(int n = 1) => new(PortOf(Servers.Replica(DatabaseAccount.App, n)));

    private static string At(FaultyProxy proxy, string server) => new MySqlConnectionStringBuilder(server) { Port = (uint)proxy.Port }.ConnectionString;

    private static int PortOf(string server) => (int)new MySqlConnectionStringBuilder(server).Port;

    private int RedisPort => ((IPEndPoint)StackExchange.Redis.ConfigurationOptions.Parse(Servers.Redis).EndPoints[0]).Port;
}
