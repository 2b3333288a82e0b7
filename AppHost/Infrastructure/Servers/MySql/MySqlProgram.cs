using System.Text.RegularExpressions;

namespace Dugout.Infrastructure;

/// <summary>A MySQL server. One that was downloaded for another release of the system is started by the loader it came with.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program to start: the server, or that loader.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
/// <param name="Libraries">The folder of the libraries it came with; null for an installed one.</param>
public sealed partial record MySqlProgram(Version Version, string Path, string BaseFolder, string? Libraries = null)
    : DatabaseProgram("MySQL", Version, Path, NoEnvironment, BaseFolder)
{
    /// <summary>The oldest with the statements used here: replication speaks of sources and replicas only, from 8.4 on.</summary>
    internal static readonly Version Oldest = new(8, 4);

    /// <inheritdoc/>
    public override string PomeloVersion => $"{Version}-mysql";

    /// <inheritdoc/>
    internal override IDatabaseEngine Engine => new MySqlEngine(this);

    /// <inheritdoc/>
    internal override ServerCommand Command => Libraries is null ? base.Command : Loaded(Libraries);

    /// <summary>The server by the loader it came with.</summary>
    private ServerCommand Loaded(string libraries) =>
        new(Path, ["--library-path", libraries, System.IO.Path.Combine(BaseFolder, "sbin/mysqld")], Environment);

    /// <summary>A server that came with a loader and libraries of its own, or why it can't be used.</summary>
    internal static async Task<(MySqlProgram? Program, string Skipped)> AtAsync(string loader, string libraries, string baseFolder, CancellationToken cancellation)
    {
        var program = new MySqlProgram(new(), loader, baseFolder, libraries);
        var asked = await program.Loaded(libraries).RunAsync(["--no-defaults", "--version"], cancellation);
        return VersionIn(asked.Output) is { } version ? (program with { Version = version }, "") : (null, asked.Complaint);
    }

    /// <summary>The installed MySQL at a path, or why it can't be used.</summary>
    internal static async Task<(MySqlProgram? Program, string Skipped)> AtAsync(string path, CancellationToken cancellation)
    {
        var asked = await ProcessRunner.RunAsync(path, ["--no-defaults", "--version"], cancellation);
        if (VersionIn(asked.Output) is not { } version)
            return (null, asked.Succeeded ? $"it is no MySQL ({asked.Output.Trim()})" : asked.Complaint);
        return version < Oldest
            ? (null, $"MySQL {version} is older than {Oldest}")
            : (new(version, path, BaseFolderOf(path)), "");
    }

    /// <summary>The version a MySQL says it has; null for what isn't one. MariaDB's mysqld answers alike, but for its name behind the number.</summary>
    internal static Version? VersionIn(string answer) =>
        OwnWords().Match(answer) is { Success: true } found ? Version.Parse(found.Groups["version"].Value) : null;

    /// <summary>One line: it isn't here, and where it can be had.</summary>
    internal static StartFailedException Missing() => new(
        $"MySQL {Oldest} or newer: not installed. Install it from MySQL's own packages (mysql-community-server), since most distributions have an older one or none; "
        + "or take --engine mariadb. For tests alone, --mysql-download sid takes MySQL 9 from Debian's unstable release, for this user alone.");

    [GeneratedRegex(@"Ver (?<version>\d+\.\d+\.\d+)(?!\d|[^ ]*MariaDB)")]
    private static partial Regex OwnWords();
}
