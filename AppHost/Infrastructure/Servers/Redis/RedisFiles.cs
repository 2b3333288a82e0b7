namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>Redis' configuration file, which also hides the password from the process list.</summary>
internal static class RedisFiles
{
    /// <summary>
    /// Seat holds are stored here: nothing is evicted (<c>noeviction</c>), a write without free memory is rejected, and a crash
    /// loses at most the last second (<c>everysec</c>).
    /// </summary>
    public static string Configuration(string data, int port, string password) => $"""
        # Written at each start; changes made here are lost.
        bind 127.0.0.1
        port {port}
        requirepass {password}
        dir {OptionFile.Quote(data)}
        {Everywhere}

        """;

    /// <summary>Port of the official image.</summary>
    public const int ContainerPort = 6379;

    /// <summary>The configuration in a container, without the password, which is added there from the environment.</summary>
    /// <param name="data">Data folder of the image.</param>
    public static string ContainerConfiguration(string data) => $"""
        bind 0.0.0.0
        port {ContainerPort}
        dir {data}
        {Everywhere}

        """;

    /// <summary>Settings for every kind of server.</summary>
    private const string Everywhere = """
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
