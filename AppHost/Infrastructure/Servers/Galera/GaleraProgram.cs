using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Downloads;
using Dugout.Infrastructure.Servers.MariaDb;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>A MariaDB server with the library and the tools that make it a node of a Galera cluster.</summary>
/// <param name="Server">The server.</param>
/// <param name="Provider">The replication library (<c>wsrep_provider</c>).</param>
/// <param name="Tools">Folder of the programs that copy a node's data to another; empty where they are on the usual path.</param>
public sealed record GaleraProgram(MariaDbProgram Server, string Provider, string Tools)
    : DatabaseProgram("MariaDB Galera", Server.Version, Server.Path, Server.Environment, Server.BaseFolder)
{
    /// <summary>The command that installs everything, as an alternative to the download.</summary>
    public const string WhatToInstall = "apt-get install mariadb-server galera-4 mariadb-backup socat";

    /// <summary>Programs that a node runs to send or receive the data of all tables.</summary>
    private static readonly string[] TransferPrograms = ["wsrep_sst_mariabackup", "mariadb-backup", "mbstream", "my_print_defaults", "socat"];

    /// <inheritdoc/>
    public override string PomeloVersion => Server.PomeloVersion;

    /// <inheritdoc/>
    internal override IDatabaseEngine Engine => Server.Engine;

    /// <summary>A node finds the transfer programs on its path.</summary>
    internal override ServerCommand Command => new(Path, [], new Dictionary<string, string>(Server.Environment)
    {
        ["PATH"] = string.Join(':', ((string[])[Tools, System.Environment.GetEnvironmentVariable("PATH") ?? "", "/usr/sbin:/usr/bin:/sbin:/bin"]).Where(folder => folder.Length > 0)),
    });

    /// <summary>Finds the installed programs, or downloads them for this user.</summary>
    /// <param name="settings">Where to look and what is allowed.</param>
    /// <param name="announce">Receives lines for the user.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="StartFailedException">They are unavailable; the message says what helps.</exception>
    internal static async Task<GaleraProgram> FindAsync(ServerSettings settings, Action<string> announce, CancellationToken cancellation)
    {
        if (settings.Engine == DatabaseEngine.MySql)
            throw new StartFailedException("--database galera needs MariaDB; omit --engine mysql.");
        if (settings.Source != ServerSource.Download && await InstalledAsync(settings, cancellation) is { } installed)
            return installed;
        if (settings.Source == ServerSource.Installed)
            throw Missing("not installed, and --server-source installed forbids a download");

        var folder = await GaleraDownload.ObtainAsync(settings, announce, cancellation);
        return await InAsync(folder, cancellation) ?? throw Missing($"the download in {folder} does not run here; delete that folder to download it again");
    }

    /// <summary>Returns the one-line error.</summary>
    internal static StartFailedException Missing(string why) => new($"MariaDB Galera: {why}. Install: {WhatToInstall}.");

    /// <summary>The programs of a private download; null where one of them is missing or does not run.</summary>
    internal static async Task<GaleraProgram?> InAsync(string folder, CancellationToken cancellation)
    {
        var tools = System.IO.Path.Combine(folder, "usr/bin");
        var (server, _) = await MariaDbProgram.AtAsync(System.IO.Path.Combine(folder, "usr/sbin/mariadbd"), ServerPrograms.LibrariesOf(folder), cancellation);
        return server is not null && ProviderIn(System.IO.Path.Combine(folder, "usr")) is { } provider && HasTransferPrograms([tools])
            ? new(server, provider, tools)
            : null;
    }

    private static async Task<GaleraProgram?> InstalledAsync(ServerSettings settings, CancellationToken cancellation)
    {
        if (ProcessRunner.Find("mariadbd", settings.SearchFolders) is not { } path || !HasTransferPrograms(settings.SearchFolders))
            return null;
        var (server, _) = await MariaDbProgram.AtAsync(path, NoEnvironment, cancellation);
        return server is not null && ProviderIn(server.BaseFolder) is { } provider ? new(server, provider, Tools: "") : null;
    }

    private static string? ProviderIn(string baseFolder) =>
        ((string[])["lib/galera", "lib64/galera-4", "lib/galera-4"])
            .Select(name => System.IO.Path.Combine(baseFolder, name, "libgalera_smm.so"))
            .FirstOrDefault(File.Exists);

    private static bool HasTransferPrograms(IReadOnlyList<string> folders) =>
        TransferPrograms.All(name => ProcessRunner.Find(name, folders) is not null);
}
