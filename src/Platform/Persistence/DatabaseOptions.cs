using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Persistence;

/// <summary>
/// SQL dialect of the MySQL servers, number of connections to them, and time-outs. A connection string
/// that sets its own pool size, connection time-out or command time-out keeps its value. Section <c>Database</c>.
/// </summary>
public sealed class DatabaseOptions
{
    /// <summary>Server version that selects the SQL dialect, in Pomelo's format. Default <c>10.11.0-mariadb</c>.</summary>
    [Required]
    public string ServerVersion { get; set; } = "10.11.0-mariadb";

    /// <summary>
    /// Maximum number of connections of a pool. Each replica has two pools, for Entity Framework and for probes; the primary has three: for writes, whose sessions are
    /// reset, and for reads with and without Entity Framework, not reset. Default 40, range 1 to 1,000. The pools of all programs must stay below the server's limit (600 as the AppHost starts it).
    /// </summary>
    [Range(1, 1_000)]
    public int PoolSize { get; set; } = 40;

    /// <summary>
    /// Maximum wait for a pooled or a new connection, in seconds, the smallest unit of the driver. Default 2, range 1 to 60.
    /// </summary>
    [Range(1, 60)]
    public int ConnectSeconds { get; set; } = 2;

    /// <summary>Maximum wait for the results of one batch, in seconds: longer than the lock wait time-out. Default 3, range 1 to 60.</summary>
    [Range(1, 60)]
    public int CommandSeconds { get; set; } = 3;

    /// <summary>Time-out of the primary's health check, in milliseconds. Default 750, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int HealthMilliseconds { get; set; } = 750;

    /// <summary>
    /// Whether a replica reports not ready while the primary has a setting with which an acknowledged commit can be lost: the log not flushed at each commit, the binary log not
    /// synchronised, a cluster node that needs no majority. Default <c>true</c>.
    /// </summary>
    public bool RequireDurability { get; set; } = true;
}
