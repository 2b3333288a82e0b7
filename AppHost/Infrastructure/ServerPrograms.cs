using System.Text.RegularExpressions;

namespace Dugout.Infrastructure;

/// <summary>A server program that was found and asked for its version.</summary>
/// <param name="Name">What it is, by its own words: <c>MariaDB</c>, <c>Redis</c>.</param>
/// <param name="Version">Its version, by its own words.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">What has to be in its environment, such as where its libraries lie; empty for an installed one.</param>
public record ServerProgram(string Name, Version Version, string Path, IReadOnlyDictionary<string, string> Environment)
{
    /// <summary>Name and version as shown to people: <c>MariaDB 10.11.19</c>.</summary>
    public sealed override string ToString() => $"{Name} {Version}";
}

/// <summary>A MariaDB server with the folders that belong to the same build.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">What has to be in its environment.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
/// <param name="ShareFolder">Its message files and system table scripts (<c>lc-messages-dir</c>).</param>
public sealed record MariaDbProgram(
    Version Version,
    string Path,
    IReadOnlyDictionary<string, string> Environment,
    string BaseFolder,
    string ShareFolder) : ServerProgram("MariaDB", Version, Path, Environment)
{
    /// <summary>The spelling that Pomelo's <c>ServerVersion.Parse</c> reads: <c>10.11.19-mariadb</c>.</summary>
    public string PomeloVersion => $"{Version}-mariadb";
}

/// <summary>
/// Finds the server programs: installed ones first, a private download for this user where one is missing, else one
/// line that names what to install.
/// </summary>
/// <param name="MariaDb">The database server.</param>
/// <param name="Redis">The Redis server.</param>
public sealed partial record ServerPrograms(MariaDbProgram MariaDb, ServerProgram Redis)
{
    /// <summary>The oldest MariaDB with the rights and settings used here (SLAVE MONITOR came with 10.5).</summary>
    private static readonly Version OldestMariaDb = new(10, 5, 2);

    private static readonly IReadOnlyDictionary<string, string> NoEnvironment = new Dictionary<string, string>();

    /// <summary>Finds both servers; downloads what is missing if the settings allow.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Takes lines for the user: what is skipped and why, what is about to be downloaded and how large it is.</param>
    /// <param name="cancellation">Gives up; a download that was under way leaves nothing that counts as one.</param>
    /// <exception cref="StartRefusedException">This machine can't run them, or they can't be had; the message says what helps.</exception>
    public static async Task<ServerPrograms> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        RefuseWhatIsNotOffered(settings);

        var lookAround = settings.Source != ServerSource.Download;
        var mariaDb = lookAround ? await InstalledMariaDbAsync(settings, announce, cancellation) : null;
        var redis = lookAround ? await InstalledRedisAsync(settings, cancellation) : null;
        if (mariaDb is not null && redis is not null)
            return new(mariaDb, redis);

        var missing = (mariaDb, redis) switch
        {
            (null, null) => "MariaDB and Redis",
            (null, _) => "MariaDB",
            _ => "Redis",
        };
        if (settings.Source == ServerSource.Installed)
            throw PrivateDownload.Refusal(missing, "not installed, and --server-source installed forbids a download");

        var folder = await PrivateDownload.ObtainAsync(settings, missing, announce, cancellation);
        return new(
            mariaDb ?? await PrivateMariaDbAsync(folder, cancellation),
            redis ?? await PrivateRedisAsync(folder, cancellation));
    }

    /// <summary>The MariaDB of a private download.</summary>
    /// <exception cref="StartRefusedException">It doesn't run here.</exception>
    internal static async Task<MariaDbProgram> PrivateMariaDbAsync(string folder, CancellationToken cancellation)
    {
        var environment = LibrariesOf(folder);
        var (program, skipped) = await MariaDbAtAsync(Path.Combine(folder, "usr/sbin/mariadbd"), environment, cancellation);
        return program ?? throw DoesNotRun(folder, skipped);
    }

    /// <summary>The Redis of a private download.</summary>
    /// <exception cref="StartRefusedException">It doesn't run here.</exception>
    internal static async Task<ServerProgram> PrivateRedisAsync(string folder, CancellationToken cancellation) =>
        await RedisAtAsync(Path.Combine(folder, "usr/bin/redis-server"), LibrariesOf(folder), cancellation)
        ?? throw DoesNotRun(folder, "redis-server does not run");

    private static void RefuseWhatIsNotOffered(ServerSettings settings)
    {
        LinuxOnly.Require();
        if (settings.Mode is ServerMode.External)
            throw new StartRefusedException("--servers external: not offered yet; use 'process', which starts servers of its own.");
        if (settings.Mode is ServerMode.Container)
            throw new StartRefusedException("--servers container: not offered yet; use 'process', which needs no container engine.");
        if (settings.Engine is DatabaseEngine.MySql)
            throw new StartRefusedException("--engine mysql: not offered yet; use 'mariadb'.");
    }

    private static async Task<MariaDbProgram?> InstalledMariaDbAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        foreach (var name in (string[])["mariadbd", "mysqld"])
        {
            if (Tool.Find(name, settings.SearchFolders) is not { } path)
                continue;
            var (program, skipped) = await MariaDbAtAsync(path, NoEnvironment, cancellation);
            if (program is not null)
                return program;
            announce($"{path} is skipped: {skipped}.");
        }

        return null;
    }

    private static async Task<ServerProgram?> InstalledRedisAsync(ServerSettings settings, CancellationToken cancellation) =>
        Tool.Find("redis-server", settings.SearchFolders) is { } path
            ? await RedisAtAsync(path, NoEnvironment, cancellation)
            : null;

    private static async Task<(MariaDbProgram? Program, string Skipped)> MariaDbAtAsync(
        string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var asked = await Tool.RunAsync(path, ["--no-defaults", "--version"], cancellation, environment: environment);
        if (MariaDbVersion().Match(asked.Output) is not { Success: true } found)
            return (null, asked.Succeeded ? $"it is no MariaDB ({asked.Output.Trim()})" : asked.Complaint);

        var version = Version.Parse(found.Groups["version"].Value);
        if (version < OldestMariaDb)
            return (null, $"MariaDB {version} is older than {OldestMariaDb}");

        // A link such as /usr/sbin/mysqld -> mariadbd: the share folder belongs to the file behind it.
        var real = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        var baseFolder = Path.GetDirectoryName(Path.GetDirectoryName(real))!;
        var share = ((string[])["share/mysql", "share/mariadb", "share"])
            .Select(name => Path.Combine(baseFolder, name))
            .FirstOrDefault(HoldsSystemTables);
        return share is null
            ? (null, $"its system table scripts are not under {baseFolder}/share")
            : (new(version, path, environment, baseFolder, share), "");
    }

    private static bool HoldsSystemTables(string share) =>
        SystemTableScripts.In(share) is not null && File.Exists(Path.Combine(share, "english/errmsg.sys"));

    private static async Task<ServerProgram?> RedisAtAsync(
        string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var asked = await Tool.RunAsync(path, ["--version"], cancellation, environment: environment);
        return RedisVersion().Match(asked.Output) is { Success: true } found
            ? new("Redis", Version.Parse(found.Groups["version"].Value), path, environment)
            : null;
    }

    /// <summary>The library folders of an unpacked download, before whatever the user has set.</summary>
    internal static Dictionary<string, string> LibrariesOf(string folder)
    {
        var libraries = ((string[])["usr/lib", "lib"])
            .Select(name => Path.Combine(folder, name))
            .Where(Directory.Exists)
            .SelectMany(lib => Directory.EnumerateDirectories(lib, "*-linux-gnu*"));
        var already = Environment.GetEnvironmentVariable("LD_LIBRARY_PATH");
        return new() { ["LD_LIBRARY_PATH"] = string.Join(':', string.IsNullOrEmpty(already) ? libraries : [.. libraries, already]) };
    }

    private static StartRefusedException DoesNotRun(string folder, string why) =>
        new($"The downloaded servers in {folder} do not run here ({why}); delete that folder to download them again, or install them: {PrivateDownload.WhatToInstall}.");

    [GeneratedRegex(@"Ver (?<version>\d+\.\d+\.\d+)-MariaDB")]
    private static partial Regex MariaDbVersion();

    [GeneratedRegex(@"^Redis server v=(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex RedisVersion();
}

/// <summary>The one line for those on another system.</summary>
internal static class LinuxOnly
{
    /// <summary>Refuses anywhere but on Linux.</summary>
    /// <exception cref="StartRefusedException">This isn't Linux.</exception>
    public static void Require()
    {
        if (!OperatingSystem.IsLinux())
            throw new StartRefusedException("The servers run on Linux only. Here the projects build; to run them use WSL 2 on Windows, a Linux virtual machine on a Mac.");
    }
}

/// <summary>The SQL scripts that make MariaDB's own tables, in the order to run them.</summary>
internal static class SystemTableScripts
{
    /// <summary>The three scripts in a share folder, or null unless all are there. Releases differ in the prefix.</summary>
    public static IReadOnlyList<string>? In(string share) =>
        ((string[])["mysql", "mariadb"])
            .Select(prefix => (string[])
            [
                Path.Combine(share, $"{prefix}_system_tables.sql"),
                Path.Combine(share, $"{prefix}_performance_tables.sql"),
                Path.Combine(share, $"{prefix}_system_tables_data.sql"),
            ])
            .FirstOrDefault(scripts => scripts.All(File.Exists));
}
