namespace Dugout.Infrastructure;

/// <summary>Who runs the servers (<c>--servers</c>).</summary>
public enum ServerMode
{
    /// <summary>Those that connection strings name, if any do; else processes where they can run; else containers.</summary>
    Auto,

    /// <summary>Processes of our own.</summary>
    Process,

    /// <summary>Servers that somebody else runs, named by connection strings.</summary>
    External,

    /// <summary>Containers of Aspire's, where docker or podman answers.</summary>
    Container,
}

/// <summary>Which database engine (<c>--engine</c>).</summary>
public enum DatabaseEngine
{
    /// <summary>MariaDB: which engine the data are of doesn't hang on what else is installed.</summary>
    Auto,

    /// <summary>MariaDB.</summary>
    MariaDb,

    /// <summary>MySQL 8.4 or newer.</summary>
    MySql,
}

/// <summary>Where MySQL may be downloaded from (<c>--mysql-download</c>): no release that is kept secure has it for every machine.</summary>
public enum MySqlDownloadSource
{
    /// <summary>From nowhere; it has to be installed.</summary>
    Off,

    /// <summary>MySQL 9 from Debian's unstable release, for tests.</summary>
    Sid,
}

/// <summary>Where server programs may come from (<c>--server-source</c>).</summary>
public enum ServerSource
{
    /// <summary>What is installed; what isn't is downloaded for this user alone.</summary>
    Auto,

    /// <summary>Only what is installed; nothing is ever downloaded.</summary>
    Installed,

    /// <summary>Only the private download, whatever is installed.</summary>
    Download,
}

/// <summary>How servers are obtained and run. The defaults suit a fresh machine.</summary>
public sealed record ServerSettings
{
    /// <summary>Who runs the servers.</summary>
    public ServerMode Mode { get; init; } = ServerMode.Auto;

    /// <summary>Which database engine.</summary>
    public DatabaseEngine Engine { get; init; } = DatabaseEngine.Auto;

    /// <summary>Where the programs come from.</summary>
    public ServerSource Source { get; init; } = ServerSource.Auto;

    /// <summary>Where MySQL may be downloaded from, if it is the engine and isn't installed.</summary>
    public MySqlDownloadSource MySqlDownload { get; init; } = MySqlDownloadSource.Off;

    /// <summary>The connection string of an external primary, as an administrator; null for none.</summary>
    public string? MySql { get; init; }

    /// <summary>Those of its replicas, as anybody.</summary>
    public IReadOnlyList<string> MySqlReplicas { get; init; } = [];

    /// <summary>That of an external Redis; null for none.</summary>
    public string? Redis { get; init; }

    /// <summary>Folder that keeps private downloads, shared by all checkouts of this user: <c>$XDG_CACHE_HOME/dugout</c> or <c>~/.cache/dugout</c>.</summary>
    public string CacheFolder { get; init; } = DefaultCacheFolder();

    /// <summary>Folders searched for installed programs, in order: those of <c>PATH</c>, then where distributions put servers.</summary>
    public IReadOnlyList<string> SearchFolders { get; init; } = DefaultSearchFolders();

    /// <summary>Where docker or podman is searched, in the form of <c>PATH</c>; null for where this process finds programs.</summary>
    public string? ContainerRuntimePath { get; init; }

    /// <summary>
    /// The settings that environment variables name: <c>DUGOUT__SERVERS</c>, <c>DUGOUT__ENGINE</c>, <c>DUGOUT__SERVERSOURCE</c>, <c>DUGOUT__MYSQLDOWNLOAD</c>.
    /// </summary>
    /// <exception cref="StartFailedException">A value isn't one of the names; the message quotes it and lists them.</exception>
    public static ServerSettings FromEnvironment() => new()
    {
        Mode = Parse<ServerMode>("DUGOUT__SERVERS", Environment.GetEnvironmentVariable("DUGOUT__SERVERS")),
        Engine = Parse<DatabaseEngine>("DUGOUT__ENGINE", Environment.GetEnvironmentVariable("DUGOUT__ENGINE")),
        Source = Parse<ServerSource>("DUGOUT__SERVERSOURCE", Environment.GetEnvironmentVariable("DUGOUT__SERVERSOURCE")),
        MySqlDownload = Parse<MySqlDownloadSource>("DUGOUT__MYSQLDOWNLOAD", Environment.GetEnvironmentVariable("DUGOUT__MYSQLDOWNLOAD")),
    };

    /// <summary>Reads one setting by its lower-case name (<c>auto</c>, <c>mariadb</c>, …); null or empty is the default.</summary>
    /// <param name="setting">The name the user knows the setting by, for the message.</param>
    /// <param name="value">What the user wrote.</param>
    /// <exception cref="StartFailedException">The value isn't one of the names.</exception>
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

#pragma warning disable CA1308 // The setting's spelling is lower case; nothing is compared by it across cultures.
    private static string NameOf<T>(T value) where T : struct, Enum => value.ToString().ToLowerInvariant();
#pragma warning restore CA1308

    private static string DefaultCacheFolder()
    {
        // The XDG rule: a relative path there is to be ignored.
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
