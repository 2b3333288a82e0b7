using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Downloads;
using Dugout.Infrastructure.Servers.Galera;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.MySql;
using Dugout.Infrastructure.Servers.Redis;

namespace Dugout.Infrastructure.Servers;

/// <summary>
/// Finds the server programs: installed ones first, a private download for this user where one is missing, otherwise an error in one
/// line that names what to install.
/// </summary>
/// <param name="Database">The database server.</param>
/// <param name="Redis">The Redis server.</param>
public sealed partial record ServerPrograms(DatabaseProgram Database, ServerProgram Redis) : SystemServers
{
    /// <inheritdoc/>
    public override string Described => $"{Database}, {Redis}{(RedisTopology == RedisTopology.Cluster ? " as a cluster" : "")}";

    /// <summary>Whether Redis is one server or a cluster.</summary>
    public RedisTopology RedisTopology { get; init; }

    /// <summary>Returns the programs of the published images; never started on this machine.</summary>
    internal static ServerPrograms Elsewhere(ServerSettings settings)
    {
        var server = new MariaDbProgram(new(10, 11, 0), "mariadbd", ServerProgram.NoEnvironment, "/usr", "/usr/share/mysql");
        return new(
            settings.Database == DatabaseTopology.Galera ? new GaleraProgram(server, GaleraContainer.Provider, Tools: "") : server,
            new ServerProgram("Redis", new(7, 2), "redis-server", ServerProgram.NoEnvironment))
        {
            RedisTopology = settings.RedisTopology,
        };
    }

    /// <summary>Finds both servers; downloads missing ones if the settings allow it.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Receives lines for the user: what is skipped and why, what will be downloaded and its size.</param>
    /// <param name="cancellation">Cancels; an interrupted download leaves no folder that counts as complete.</param>
    /// <exception cref="StartFailedException">This machine cannot run them, or they are unavailable; the message says what helps.</exception>
    public static async Task<ServerPrograms> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation = default)
    {
        LinuxOnly.Require();
        var lookAround = settings.Source != ServerSource.Download;
        DatabaseProgram? database = settings.Database == DatabaseTopology.Galera ? await GaleraProgram.FindAsync(settings, announce, cancellation)
            : settings.Engine == DatabaseEngine.MySql ? await MySqlAsync(settings, announce, cancellation)
            : lookAround ? await InstalledMariaDbAsync(settings, announce, cancellation)
            : null;
        var redis = lookAround ? await InstalledRedisAsync(settings, cancellation) : null;
        if (database is not null && redis is not null)
            return new(database, redis) { RedisTopology = settings.RedisTopology };

        var missing = (database, redis) switch
        {
            (null, null) => "MariaDB and Redis",
            (null, _) => "MariaDB",
            _ => "Redis",
        };
        if (settings.Source == ServerSource.Installed)
            throw PrivateDownload.Error(missing, "not installed, and --server-source installed forbids a download");

        var folder = await PrivateDownload.ObtainAsync(settings, missing, announce, cancellation);
        return new(
            database ?? await PrivateMariaDbAsync(folder, cancellation),
            redis ?? await PrivateRedisAsync(folder, cancellation))
        {
            RedisTopology = settings.RedisTopology,
        };
    }

    /// <summary>
    /// MySQL 8.4 or newer: the installed one, or that of a private download where the settings name it explicitly. <c>auto</c> never selects it:
    /// the engine of the data must not depend on what else is installed.
    /// </summary>
    /// <exception cref="StartFailedException">MySQL is missing; the message says how to get it.</exception>
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
        announce($"MySQL comes from Debian's unstable release ({MySqlDownload.Release}), as requested; use it for tests only.");
        return await MySqlDownload.ObtainAsync(settings, announce, cancellation);
    }

    /// <summary>The MariaDB of a private download.</summary>
    /// <exception cref="StartFailedException">The server does not run here.</exception>
    internal static async Task<MariaDbProgram> PrivateMariaDbAsync(string folder, CancellationToken cancellation)
    {
        var environment = LibrariesOf(folder);
        var (program, skipped) = await MariaDbProgram.AtAsync(Path.Combine(folder, "usr/sbin/mariadbd"), environment, cancellation);
        return program ?? throw DoesNotRun(folder, skipped);
    }

    /// <summary>The Redis of a private download.</summary>
    /// <exception cref="StartFailedException">The server does not run here.</exception>
    internal static async Task<ServerProgram> PrivateRedisAsync(string folder, CancellationToken cancellation) =>
        await RedisAtAsync(Path.Combine(folder, "usr/bin/redis-server"), LibrariesOf(folder), cancellation)
        ?? throw DoesNotRun(folder, "redis-server does not run");

    /// <inheritdoc/>
    internal override IDatabaseServers AddDatabase(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        Database is GaleraProgram galera ? new GaleraCluster(builder, place, galera, name) : new OwnDatabase(builder, place, Database, name);

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedis(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        RedisTopology == RedisTopology.Cluster ? RedisClusterResource.Add(builder, place, Redis, name) : RedisServerResource.Add(builder, place, Redis, name, RedisPurpose.Holds);

    /// <inheritdoc/>
    internal override IResourceBuilder<IResourceWithConnectionString> AddRedisCache(IDistributedApplicationBuilder builder, ServerInfrastructure place, string name) =>
        RedisServerResource.Add(builder, place, Redis, name, RedisPurpose.Cache);

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

    /// <summary>Parses the version from a Redis server's output; null for the output of another program.</summary>
    internal static Version? RedisVersionIn(string output) =>
        RedisVersion().Match(output) is { Success: true } found ? Version.Parse(found.Groups["version"].Value) : null;

    /// <summary>Returns the library path: the folders of an unpacked download before the user's own setting.</summary>
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
        new($"The downloaded servers in {folder} do not run on this system ({why}); delete that folder to download them again, or install them: {PrivateDownload.WhatToInstall}.");

    [GeneratedRegex(@"^Redis server v=(?<version>\d+\.\d+\.\d+)")]
    private static partial Regex RedisVersion();
}

/// <summary>The error on systems other than Linux.</summary>
internal static class LinuxOnly
{
    /// <summary>The one-line error.</summary>
    public static StartFailedException Error => new("Servers run as processes on Linux only; on this system, start docker or podman and omit --servers.");

    /// <summary>Throws on systems other than Linux.</summary>
    /// <exception cref="StartFailedException">The system is not Linux.</exception>
    public static void Require()
    {
        if (!OperatingSystem.IsLinux())
            throw Error;
    }
}
