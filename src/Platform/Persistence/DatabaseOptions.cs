using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Which SQL the MySQL servers speak, over how many connections they are asked, and how long we wait for them. A connection string
/// that says its own pool size, connection or command time-out is left as it is. Section <c>Database</c>.
/// </summary>
public sealed class DatabaseOptions
{
    /// <summary>Which server's SQL to write, in Pomelo's spelling. Default <c>10.11.0-mariadb</c>.</summary>
    [Required]
    public string ServerVersion { get; set; } = "10.11.0-mariadb";

    /// <summary>
    /// Most connections of a pool; each replica has two, for Entity Framework and for what watches it; the primary has three: for writes, whose sessions are
    /// reset, and for reads with and without Entity Framework, which aren't. Default 40, range 1 to 1,000. All programs' pools together have to stay below the server's own limit (600 as the AppHost starts it).
    /// </summary>
    [Range(1, 1_000)]
    public int PoolSize { get; set; } = 40;

    /// <summary>
    /// Longest wait for a connection, for one that is lent as for one that is made, in seconds: the driver counts no less. Default 2, range 1 to 60.
    /// </summary>
    [Range(1, 60)]
    public int ConnectSeconds { get; set; } = 2;

    /// <summary>Longest wait for the answers to one text of statements, in seconds: longer than a lock is waited for. Default 3, range 1 to 60.</summary>
    [Range(1, 60)]
    public int CommandSeconds { get; set; } = 3;

    /// <summary>How long the primary may take to say that it is there before we say that it isn't, in milliseconds. Default 750, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int HealthMilliseconds { get; set; } = 750;
}
