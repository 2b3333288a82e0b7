namespace Dugout.Infrastructure;

/// <summary>Both servers for this user alone, from the packages of the machine's own Debian or Ubuntu release.</summary>
internal sealed class PrivateDownload : AptDownload
{
    /// <summary>What a user types to have the servers without a download.</summary>
    public const string WhatToInstall = "apt-get install mariadb-server redis-server";

    /// <summary>Counts up when the recipe below changes, so that old folders are left alone.</summary>
    private const int Recipe = 1;

    /// <summary>
    /// Libraries every Debian or Ubuntu with .NET has. They stay the machine's own: libc must match its loader, the
    /// others have roots of their own.
    /// </summary>
    internal static readonly HashSet<string> FromTheMachine =
    [
        "libc6", "libgcc-s1", "libstdc++6", "libcrypt1", "libpcre2-8-0", "libssl1.1", "libssl3", "libssl3t64", "libsystemd0",
    ];

    /// <summary>MariaDB's package; older releases carry the series in the name.</summary>
    private static readonly string[] MariaDbPackages = ["mariadb-server-core", "mariadb-server-core-10.6", "mariadb-server-core-10.5"];

    /// <summary>Redis' server is the same program as its checking tool, which lies in this package; the name it is called by decides.</summary>
    private const string RedisPackage = "redis-tools";

    private readonly string _missing;

    private PrivateDownload(ServerSettings settings, string missing, Action<string> announce) : base(settings, missing, announce) => _missing = missing;

    /// <summary>The folder with both servers, downloaded if it isn't there.</summary>
    /// <param name="settings">Says where the cache is.</param>
    /// <param name="missing">What the user lacks, for the lines.</param>
    /// <param name="announce">Takes lines for the user, each before the thing it announces.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartFailedException">No apt here, no network, no room: one line.</exception>
    public static Task<string> ObtainAsync(ServerSettings settings, string missing, Action<string> announce, CancellationToken cancellation) =>
        new PrivateDownload(settings, missing, announce).ObtainAsync($"servers-{Codename()}-{Architecture()}-{Recipe}", cancellation);

    /// <summary>One line: what is missing, why it can't be had, what to install.</summary>
    public static StartFailedException Refusal(string missing, string why) => new($"{missing}: {why}. Install: {WhatToInstall}.");

    /// <inheritdoc/>
    protected override StartFailedException Refusal(string why) => Refusal(_missing, $"not installed, and {why}");

    /// <summary>
    /// The two server packages and the libraries they name themselves. One level is enough, as the rest is on the machine;
    /// apt's own resolver is not asked, since it fails where the machine's package state is inconsistent and would bring a
    /// whole Perl.
    /// </summary>
    protected override async Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation)
    {
        foreach (var mariaDb in MariaDbPackages)
        {
            var depends = await apt.QueryAsync(["depends", mariaDb, RedisPackage], cancellation);
            if (!depends.Succeeded)
                continue;

            var libraries = depends.Output.Split('\n')
                .Select(line => line.Trim(' ', '|'))
                .Where(line => line.StartsWith("Depends: lib", StringComparison.Ordinal))
                .Select(line => line["Depends: ".Length..])
                .Where(name => !FromTheMachine.Contains(name));
            return [mariaDb, RedisPackage, .. libraries.Distinct().Order(StringComparer.Ordinal)];
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
