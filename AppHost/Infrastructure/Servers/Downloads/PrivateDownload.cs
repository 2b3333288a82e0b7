using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.Downloads;

/// <summary>Both servers for this user alone, from the packages of the machine's own Debian or Ubuntu release.</summary>
internal sealed class PrivateDownload : AptDownload
{
    /// <summary>The command that installs the servers, as an alternative to the download.</summary>
    public const string WhatToInstall = "apt-get install mariadb-server redis-server";

    /// <summary>Incremented when the recipe below changes, so that old folders are not used.</summary>
    private const int Recipe = 1;

    /// <summary>MariaDB's package; older releases include the series in its name.</summary>
    private static readonly string[] MariaDbPackages = ["mariadb-server-core", "mariadb-server-core-10.6", "mariadb-server-core-10.5"];

    /// <summary>The Redis server is the same program as its checking tool, which is in this package; the file name selects the role.</summary>
    private const string RedisPackage = "redis-tools";

    private readonly string _missing;

    private PrivateDownload(ServerSettings settings, string missing, Action<string> announce) : base(settings, missing, announce) => _missing = missing;

    /// <summary>Returns the folder with both servers; downloads it if it is missing.</summary>
    /// <param name="settings">Contains the cache folder.</param>
    /// <param name="missing">What is missing, for messages.</param>
    /// <param name="announce">Receives lines for the user, each before the step it announces.</param>
    /// <param name="cancellation">Cancels the download.</param>
    /// <exception cref="StartFailedException">apt, the network or disk space is missing: one line.</exception>
    public static Task<string> ObtainAsync(ServerSettings settings, string missing, Action<string> announce, CancellationToken cancellation) =>
        new PrivateDownload(settings, missing, announce).ObtainAsync($"servers-{Codename()}-{Architecture()}-{Recipe}", cancellation);

    /// <summary>Returns the one-line error: what is missing, why it is unavailable, what to install.</summary>
    public static StartFailedException Error(string missing, string why) => new($"{missing}: {why}. Install: {WhatToInstall}.");

    /// <inheritdoc/>
    protected override StartFailedException Error(string why) => Error(_missing, $"not installed, and {why}");

    /// <inheritdoc/>
    protected override async Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation)
    {
        foreach (var mariaDb in MariaDbPackages)
        {
            if (await WithDirectLibrariesAsync(apt, [mariaDb, RedisPackage], cancellation) is { } packages)
                return packages;
        }

        return null;
    }

    /// <inheritdoc/>
    protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation)
    {
        File.CreateSymbolicLink(Path.Combine(unpacked, "usr/bin/redis-server"), "redis-check-rdb");
        var mariaDb = await ServerPrograms.PrivateMariaDbAsync(unpacked, cancellation);
        var redis = await ServerPrograms.PrivateRedisAsync(unpacked, cancellation);
        return $"{mariaDb} and {redis} are ready";
    }
}
