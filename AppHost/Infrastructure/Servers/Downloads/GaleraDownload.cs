using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Galera;

namespace Dugout.Infrastructure.Servers.Downloads;

/// <summary>MariaDB with everything a Galera node needs, for this user alone, from the packages of the machine's own Debian or Ubuntu release.</summary>
internal sealed class GaleraDownload : AptDownload
{
    private const string Wanted = "MariaDB Galera";

    /// <summary>Incremented when the recipe below changes, so that old folders are not used.</summary>
    private const int Recipe = 1;

    /// <summary>The scripts of the transfer are in this package, which needs Perl for others of its programs: its dependencies are not downloaded.</summary>
    private const string ScriptsPackage = "mariadb-server";

    /// <summary>Server, library, and what the scripts run: readers of option files, a copy of the data while the server works, a connection, a list of open ports.</summary>
    private static readonly string[] Packages = ["mariadb-server-core", "galera-4", "mariadb-backup", "mariadb-client-core", "socat", "lsof"];

    private GaleraDownload(ServerSettings settings, Action<string> announce) : base(settings, Wanted, announce)
    {
    }

    /// <summary>Returns the folder with the programs; downloads it if it is missing.</summary>
    /// <exception cref="StartFailedException">apt, the network or disk space is missing: one line.</exception>
    public static Task<string> ObtainAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        LinuxOnly.Require();
        return new GaleraDownload(settings, announce).ObtainAsync($"galera-{Codename()}-{Architecture()}-{Recipe}", cancellation);
    }

    /// <inheritdoc/>
    protected override StartFailedException Error(string why) => GaleraProgram.Missing($"not installed, and {why}");

    /// <inheritdoc/>
    protected override async Task<IReadOnlyList<string>?> ResolveAsync(Apt apt, CancellationToken cancellation) =>
        await WithDirectLibrariesAsync(apt, Packages, cancellation) is { } packages ? [ScriptsPackage, .. packages] : null;

    /// <inheritdoc/>
    protected override async Task<string> FinishAsync(string unpacked, CancellationToken cancellation) =>
        await GaleraProgram.InAsync(unpacked, cancellation) is { } program ? $"{program} is ready" : throw Error("the packages of this release do not fit");
}
