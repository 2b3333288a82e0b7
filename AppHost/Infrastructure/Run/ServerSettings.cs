using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>How the servers are run (<c>--servers</c>).</summary>
public enum ServerMode
{
    /// <summary>External servers if connection strings name any; else processes where they can run; else containers.</summary>
    Auto,

    /// <summary>Processes started by the AppHost.</summary>
    Process,

    /// <summary>Servers managed elsewhere, named by connection strings.</summary>
    External,

    /// <summary>Containers started by Aspire, where docker or podman is available.</summary>
    Container,
}

/// <summary>The database engine (<c>--engine</c>).</summary>
public enum DatabaseEngine
{
    /// <summary>MariaDB: the engine of the data does not depend on what else is installed.</summary>
    Auto,

    /// <summary>MariaDB.</summary>
    MariaDb,

    /// <summary>MySQL 8.4 or newer.</summary>
    MySql,
}

/// <summary>How the database servers are connected (<c>--database</c>).</summary>
public enum DatabaseTopology
{
    /// <summary>A primary, which takes all writes, and read replicas that follow it.</summary>
    Pair,

    /// <summary>A MariaDB Galera cluster of three nodes: a commit is on all of them, and one of them may be lost.</summary>
    Galera,
}

/// <summary>Source of MySQL downloads (<c>--mysql-download</c>): no release with security support has it for every machine.</summary>
public enum MySqlDownloadSource
{
    /// <summary>No download; MySQL must be installed.</summary>
    Off,

    /// <summary>MySQL 9 from Debian's unstable release, for tests.</summary>
    Sid,
}

/// <summary>Source of server programs (<c>--server-source</c>).</summary>
public enum ServerSource
{
    /// <summary>Installed programs; missing ones are downloaded for this user alone.</summary>
    Auto,

    /// <summary>Only installed programs; nothing is ever downloaded.</summary>
    Installed,

    /// <summary>Only the private download, whatever is installed.</summary>
    Download,
}

/// <summary>Whether Redis is one server or a cluster (<c>--redis</c>).</summary>
public enum RedisTopology
{
    /// <summary>One server.</summary>
#pragma warning disable CA1720 // The setting's spelling; no one takes it for a number.
    Single,
#pragma warning restore CA1720

    /// <summary>Three masters and three replicas.</summary>
    Cluster,
}

/// <summary>How servers are obtained and run. The defaults suit a new machine.</summary>
public sealed record ServerSettings
{
    private const string ModeVariable = "DUGOUT__SERVERS";

    /// <summary>How the servers are run.</summary>
    public ServerMode Mode { get; init; } = ServerMode.Auto;

    /// <summary>The database engine.</summary>
    public DatabaseEngine Engine { get; init; } = DatabaseEngine.Auto;

    /// <summary>How the database servers are connected.</summary>
    public DatabaseTopology Database { get; init; } = DatabaseTopology.Pair;

    /// <summary>Whether one of the servers is a cluster, which only processes form.</summary>
    internal bool IsCluster => Database == DatabaseTopology.Galera || RedisTopology == RedisTopology.Cluster;

    /// <summary>Source of the programs.</summary>
    public ServerSource Source { get; init; } = ServerSource.Auto;

    /// <summary>Source of MySQL downloads, if MySQL is the engine and not installed.</summary>
    public MySqlDownloadSource MySqlDownload { get; init; } = MySqlDownloadSource.Off;

    /// <summary>Connection string of an external primary, with an administrator account; null for none.</summary>
    public string? MySql { get; init; }

    /// <summary>Connection strings of its replicas, with any account.</summary>
    public IReadOnlyList<string> MySqlReplicas { get; init; } = [];

    /// <summary>Whether Redis is one server or a cluster.</summary>
    public RedisTopology RedisTopology { get; init; } = RedisTopology.Single;

    /// <summary>Connection string of an external Redis; null for none.</summary>
    public string? Redis { get; init; }

    /// <summary>Connection string of an external Redis of cached responses; null for the same Redis.</summary>
    public string? RedisCache { get; init; }

    /// <summary>Folder of private downloads, shared by all checkouts of this user: <c>$XDG_CACHE_HOME/dugout</c> or <c>~/.cache/dugout</c>.</summary>
    public string CacheFolder { get; init; } = DefaultCacheFolder();

    /// <summary>Folders searched for installed programs, in order: those of <c>PATH</c>, then the usual folders of servers.</summary>
    public IReadOnlyList<string> SearchFolders { get; init; } = DefaultSearchFolders();

    /// <summary>Folders searched for docker or podman, in the format of <c>PATH</c>; null for this process' own <c>PATH</c>.</summary>
    public string? ContainerRuntimePath { get; init; }

    /// <summary>
    /// The value of <c>--servers</c> for systems that a program starts for itself: processes, or containers where the environment requires them. Servers that the environment
    /// gives an AppHost belong to a shop, and must not be filled, measured or overwritten. Where connection strings are set, such a start is rejected.
    /// </summary>
    public static string OfOwnSystems => string.Equals(Environment.GetEnvironmentVariable(ModeVariable), "container", StringComparison.OrdinalIgnoreCase) ? "container" : "process";

    /// <summary>
    /// Reads the settings from environment variables: <c>DUGOUT__SERVERS</c>, <c>DUGOUT__ENGINE</c>, <c>DUGOUT__REDIS</c>, <c>DUGOUT__SERVERSOURCE</c>, <c>DUGOUT__MYSQLDOWNLOAD</c>.
    /// </summary>
    /// <exception cref="StartFailedException">A value is unknown; the message quotes it and lists the allowed values.</exception>
    public static ServerSettings FromEnvironment() => new()
    {
        Mode = Parse<ServerMode>(ModeVariable, Environment.GetEnvironmentVariable(ModeVariable)),
        Engine = Parse<DatabaseEngine>("DUGOUT__ENGINE", Environment.GetEnvironmentVariable("DUGOUT__ENGINE")),
        RedisTopology = TopologyOf(Environment.GetEnvironmentVariable("DUGOUT__REDIS")) ?? RedisTopology.Single,
        Source = Parse<ServerSource>("DUGOUT__SERVERSOURCE", Environment.GetEnvironmentVariable("DUGOUT__SERVERSOURCE")),
        MySqlDownload = Parse<MySqlDownloadSource>("DUGOUT__MYSQLDOWNLOAD", Environment.GetEnvironmentVariable("DUGOUT__MYSQLDOWNLOAD")),
    };

    /// <summary>Parses a setting by its lower-case name (<c>auto</c>, <c>mariadb</c>, …); null or empty is the default.</summary>
    /// <param name="setting">The setting's name for the user, for the message.</param>
    /// <param name="value">The user's value.</param>
    /// <exception cref="StartFailedException">The value is unknown.</exception>
    public static T Parse<T>(string setting, string? value) where T : struct, Enum
    {
        if (string.IsNullOrEmpty(value))
            return default;

        foreach (var candidate in Enum.GetValues<T>())
        {
            if (NameOf(candidate) == value)
                return candidate;
        }

        throw new StartFailedException($"{setting}: '{value}' is not one of {string.Join(", ", Enum.GetValues<T>().Select(NameOf))}.");
    }

    /// <summary>Parses the value of <c>--redis</c>: the name of a topology, or the connection string of an external server, for which null is returned.</summary>
    /// <exception cref="StartFailedException">The value is neither.</exception>
    public static RedisTopology? TopologyOf(string? value) =>
        value is not null && value.AsSpan().ContainsAny(":,=") ? null : Parse<RedisTopology>("--redis", value);

#pragma warning disable CA1308 // The setting's spelling is lower case; nothing is compared by it across cultures.
    private static string NameOf<T>(T value) where T : struct, Enum => value.ToString().ToLowerInvariant();
#pragma warning restore CA1308

    private static string DefaultCacheFolder()
    {
        // XDG base directory specification: a relative path must be ignored.
        var cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME");
        if (string.IsNullOrEmpty(cache) || !Path.IsPathRooted(cache))
            cache = Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".cache");
        return Path.Combine(cache, "dugout");
    }

    private static List<string> DefaultSearchFolders() =>
    [
        .. (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries),
        "/usr/sbin",
        "/usr/local/sbin",
        "/usr/local/bin",
        "/usr/bin",
        "/usr/libexec",
        "/usr/local/mariadb/bin",
        "/usr/local/mysql/bin",
        "/opt/mariadb/bin",
        "/opt/redis/bin",
    ];
}
