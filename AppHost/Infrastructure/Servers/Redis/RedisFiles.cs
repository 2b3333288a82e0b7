namespace Dugout.Infrastructure;

/// <summary>Redis' configuration file, which also keeps the password out of the process list.</summary>
internal static class RedisFiles
{
    /// <summary>
    /// Holds of seats live here: nothing is evicted (<c>noeviction</c>), a write that finds no room is refused, and a crash
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

    /// <summary>Where the official image listens.</summary>
    public const int ContainerPort = 6379;

    /// <summary>The same in a container, but for the password, which is added there from the environment.</summary>
    /// <param name="data">Where the image keeps data.</param>
    public static string ContainerConfiguration(string data) => $"""
        bind 0.0.0.0
        port {ContainerPort}
        dir {data}
        {Everywhere}

        """;

    /// <summary>What holds wherever the server runs.</summary>
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
