using System.Text;

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
        dir {Quote(data)}
        daemonize no
        save ""
        appendonly yes
        appendfsync everysec
        auto-aof-rewrite-percentage 100
        auto-aof-rewrite-min-size 32mb
        maxmemory 256mb
        maxmemory-policy noeviction

        """;

    private static string Quote(string value) =>
        new StringBuilder(value).Replace("\\", "\\\\").Replace("\"", "\\\"").Insert(0, '"').Append('"').ToString();
}
