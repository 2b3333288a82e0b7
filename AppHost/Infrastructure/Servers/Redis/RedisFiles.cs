namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>What a Redis server stores.</summary>
internal enum RedisPurpose
{
    /// <summary>Seat holds, and everything else that must not be evicted.</summary>
    Holds,

    /// <summary>Cached responses, of which the least recently used are evicted. Nothing is written to disk.</summary>
    Cache,
}

/// <summary>Redis' configuration file, which also hides the password from the process list.</summary>
internal static class RedisFiles
{
    /// <summary>
    /// Seat holds are stored here: nothing is evicted (<c>noeviction</c>), a write without free memory is rejected, and a crash
    /// loses at most the last second (<c>everysec</c>).
    /// </summary>
    /// <param name="data">The data folder.</param>
    /// <param name="port">The port.</param>
    /// <param name="password">The password.</param>
    /// <param name="purpose">What the server stores.</param>
    public static string Configuration(string data, int port, string password, RedisPurpose purpose = RedisPurpose.Holds) => $"""
        # Written at each start; changes made here are lost.
        bind 127.0.0.1
        port {port}
        requirepass {password}
        dir {OptionFile.Quote(data)}
        {Of(purpose)}

        """;

    /// <summary>The configuration of one node of a cluster.</summary>
    public static string NodeConfiguration(string data, int port, int busPort, string password) => $"""
        {Configuration(data, port, password)}
        masterauth {password}
        cluster-port {busPort}
        {Cluster}

        """;

    /// <summary>Port of the official image.</summary>
    public const int ContainerPort = 6379;

    /// <summary>The configuration in a container, without the password, which is added there from the environment.</summary>
    /// <param name="data">Data folder of the image.</param>
    /// <param name="purpose">What the server stores.</param>
    public static string ContainerConfiguration(string data, RedisPurpose purpose) => $"""
        bind 0.0.0.0
        port {ContainerPort}
        dir {data}
        {Of(purpose)}

        """;

    /// <summary>The configuration of one node of a cluster in a container, without the password. All nodes have the same.</summary>
    /// <param name="data">Data folder of the image.</param>
    public static string ContainerNodeConfiguration(string data) => $"""
        {ContainerConfiguration(data, RedisPurpose.Holds)}{Cluster}

        """;

    private static string Of(RedisPurpose purpose) => purpose == RedisPurpose.Cache ? Cache : Holds;

    /// <summary>
    /// A fail-over is over within 5 s: the others agree within the node time-out and half of it that a master has failed, and elect its replica
    /// within a second and a half. Slots of other masters are served meanwhile. A replica is synchronised at once, because until then it cannot replace its master.
    /// </summary>
    private const string Cluster = $"""
        cluster-enabled yes
        cluster-config-file {RedisClusterFiles.Name}
        cluster-node-timeout 1500
        cluster-require-full-coverage no
        repl-diskless-sync-delay 0
        """;

    private const string Cache = """
        daemonize no
        save ""
        appendonly no
        maxmemory 256mb
        maxmemory-policy allkeys-lru
        """;

    private const string Holds = """
        daemonize no
        save ""
        appendonly yes
        appendfsync everysec
        auto-aof-rewrite-percentage 100
        auto-aof-rewrite-min-size 32mb
        maxmemory 256mb
        maxmemory-policy noeviction
        """;
}
