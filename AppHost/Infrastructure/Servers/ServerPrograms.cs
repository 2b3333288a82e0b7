using System.Text.RegularExpressions;

namespace Dugout.Infrastructure;

/// <summary>
/// Finds the server programs: installed ones first, a private download for this user where one is missing, else one
/// line that names what to install.
/// </summary>
/// <param name="Database">The database server.</param>
/// <param name="Redis">The Redis server.</param>
public sealed partial record ServerPrograms(DatabaseProgram Database, ServerProgram Redis) : Servers
{
    /// <inheritdoc/>
    public override string Described => $"{Database}, {Redis}";

    /// <summary>Those of the images that are published; nobody starts them here.</summary>
    internal static ServerPrograms Elsewhere { get; } = new(
        new MariaDbProgram(new(10, 11, 0), "mariadbd", ServerProgram.NoEnvironment, "/usr", "/usr/share/mysql"), new ServerProgram("Redis", new(7, 2), "redis-server", ServerProgram.NoEnvironment));

    /// <summary>Finds both servers; downloads what is missing if the settings allow.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Takes lines for the user: what is skipped and why, what is about to be downloaded and how large it is.</param>
    /// <param name="cancellation">Gives up; a download that was under way leaves nothing that counts as one.</param>
    /// <exception cref="StartFailedException">This machine can't run them, or they can't be had; the message says what helps.</exception>
    public static async Task<ServerPrograms> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        LinuxOnly.Require();
        var lookAround = settings.Source != ServerSource.Download;
        DatabaseProgram? database = settings.Engine == DatabaseEngine.MySql ? await MySqlAsync(settings, announce, cancellation)
            : lookAround ? await InstalledMariaDbAsync(settings, announce, cancellation)
            : null;
        var redis = lookAround ? await InstalledRedisAsync(settings, cancellation) : null;
        if (database is not null && redis is not null)
            return new(database, redis);

        var missing = (database, redis) switch
        {
            (null, null) => "MariaDB and Redis",
            (null, _) => "MariaDB",
            _ => "Redis",
        };
        if (settings.Source == ServerSource.Installed)
            throw PrivateDownload.Refusal(missing, "not installed, and --server-source installed forbids a download");

        var folder = await PrivateDownload.ObtainAsync(settings, missing, announce, cancellation);
        return new(
            database ?? await PrivateMariaDbAsync(folder, cancellation),
            redis ?? await PrivateRedisAsync(folder, cancellation));
    }

    /// <summary>
    /// MySQL 8.4 or newer: the installed one, or that of a private download where the settings ask for it by name. It is never what
    /// <c>auto</c> finds: which engine the data are of should not hang on what else is installed.
    /// </summary>
    /// <exception cref="StartFailedException">There is none; the message says how to get one.</exception>
    internal static async Task<MySqlProgram> MySqlAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        LinuxOnly.Require();
        var installed = settings.Source == ServerSource.Download ? [] : ProcessRunner.FindAll("mysqld", settings.SearchFolders);
        foreach (var path in installed)
        {
            var (program, skipped) = await MySqlProgram.AtAsync(path, cancellation);
            if (program is not null)
                return program;
            announce($"{path} is skipped: {skipped}.");
        }

        if (settings is not { MySqlDownload: MySqlDownloadSource.Sid, Source: not ServerSource.Installed })
            throw MySqlProgram.Missing();
        announce($"MySQL is taken from Debian's unstable release ({MySqlDownload.Release}), as asked: for tests, not for data that matter.");
        return await MySqlDownload.ObtainAsync(settings, announce, cancellation);
    }

    /// <summary>The MariaDB of a private download.</summary>
    /// <exception cref="StartFailedException">It doesn't run here.</exception>
    internal static async Task<MariaDbProgram> PrivateMariaDbAsync(string folder, CancellationToken cancellation)
    {
        var environment = LibrariesOf(folder);
        var (program, skipped) = await MariaDbProgram.AtAsync(Path.Combine(folder, "usr/sbin/mariadbd"), environment, cancellation);
        return program ?? throw DoesNotRun(folder, skipped);
    }

    /// <summary>The Redis of a private download.</summary>
    /// <exception cref="StartFailedException">It doesn't run here.</exception>
    internal static async Task<ServerProgram> PrivateRedisAsync(string folder, CancellationToken cancellation) =>
        await RedisAtAsync(Path.Combine(folder, "usr/bin/redis-server"), LibrariesOf(folder), cancellation)
        ?? throw DoesNotRun(folder, "redis-server does not run");

    /// <inheritdoc/>
    internal override IDatabaseServers AddDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        new OwnDatabase(builder, place, Database, name);

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        RedisServerResource.Add(builder, place, Redis, name);

    private static async Task<MariaDbProgram?> InstalledMariaDbAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        foreach (var name in (string[])["mariadbd", "mysqld"])
        {
            if (ProcessRunner.Find(name, settings.SearchFolders) is not { } path)
                continue;
            var (program, skipped) = await MariaDbProgram.AtAsync(path, ServerProgram.NoEnvironment, cancellation);
            if (program is not null)
                return program;
            announce($"{path} is skipped: {skipped}.");
        }

        return null;
    }

    private static async Task<ServerProgram?> InstalledRedisAsync(ServerSettings settings, CancellationToken cancellation) =>
        ProcessRunner.Find("redis-server", settings.SearchFolders) is { } path
            ? await RedisAtAsync(path, ServerProgram.NoEnvironment, cancellation)
            : null;

    private static async Task<ServerProgram?> RedisAtAsync(
        string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var asked = await ProcessRunner.RunAsync(path, ["--version"], cancellation, environment: environment);
        return RedisVersionIn(asked.Output) is { } version ? new("Redis", version, path, environment) : null;
    }

    /// <summary>The version in a Redis server's own words; null where they are another program's.</summary>
    internal static Version? RedisVersionIn(string output) =>
        RedisVersion().Match(output) is { Success: true } found ? Version.Parse(found.Groups["version"].Value) : null;

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

    private static StartFailedException DoesNotRun(string folder, string why) =>
        new($"The downloaded servers in {folder} do not run here ({why}); delete that folder to download them again, or install them: {PrivateDownload.WhatToInstall}.");

    [GeneratedRegex(@"^Redis server v=(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex RedisVersion();
}

/// <summary>The one line for those on another system.</summary>
internal static class LinuxOnly
{
    /// <summary>The line.</summary>
    public static StartFailedException Refusal => new("Servers run as processes on Linux only; here start docker or podman and leave --servers out.");

    /// <summary>Refuses anywhere but on Linux.</summary>
    /// <exception cref="StartFailedException">This isn't Linux.</exception>
    public static void Require()
    {
        if (!OperatingSystem.IsLinux())
            throw Refusal;
    }
}
