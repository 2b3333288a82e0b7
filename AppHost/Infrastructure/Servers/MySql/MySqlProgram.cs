using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Servers.MySql;

/// <summary>A MySQL server. One downloaded for another release of the system is started by the loader of that release.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program to start: the server or that loader.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
/// <param name="Libraries">Folder of the libraries downloaded with it; null for an installed server.</param>
public sealed partial record MySqlProgram(Version Version, string Path, string BaseFolder, string? Libraries = null)
    : DatabaseProgram("MySQL", Version, Path, NoEnvironment, BaseFolder)
{
    /// <summary>The oldest version that supports the statements used here: replication statements with SOURCE and REPLICA only, since 8.4.</summary>
    internal static readonly Version Oldest = new(8, 4);

    /// <inheritdoc/>
    public override string PomeloVersion => $"{Version}-mysql";

    /// <inheritdoc/>
    internal override IDatabaseEngine Engine => new MySqlEngine(this);

    /// <inheritdoc/>
    internal override ServerCommand Command => Libraries is null ? base.Command : Loaded(Libraries);

    /// <summary>Returns the command that starts the server through its loader.</summary>
    private ServerCommand Loaded(string libraries) =>
        new(Path, ["--library-path", libraries, System.IO.Path.Combine(BaseFolder, "sbin/mysqld")], Environment);

    /// <summary>Returns a server with its own loader and libraries, or why it cannot be used.</summary>
    internal static async Task<(MySqlProgram? Program, string Skipped)> AtAsync(string loader, string libraries, string baseFolder, CancellationToken cancellation)
    {
        var program = new MySqlProgram(new(), loader, baseFolder, libraries);
        var asked = await program.Loaded(libraries).RunAsync(["--no-defaults", "--version"], cancellation);
        return VersionIn(asked.Output) is { } version ? (program with { Version = version }, "") : (null, asked.Complaint);
    }

    /// <summary>Returns the installed MySQL at a path, or why it cannot be used.</summary>
    internal static async Task<(MySqlProgram? Program, string Skipped)> AtAsync(string path, CancellationToken cancellation)
    {
        var asked = await ProcessRunner.RunAsync(path, ["--no-defaults", "--version"], cancellation);
        if (VersionIn(asked.Output) is not { } version)
            return (null, asked.Succeeded ? $"it is not MySQL ({asked.Output.Trim()})" : asked.Complaint);
        return version < Oldest
            ? (null, $"MySQL {version} is older than {Oldest}")
            : (new(version, path, BaseFolderOf(path)), "");
    }

    /// <summary>Parses the version from MySQL's output; null for other programs. MariaDB's mysqld prints the same format, but with its name after the number.</summary>
    internal static Version? VersionIn(string answer) =>
        OwnWords().Match(answer) is { Success: true } found ? Version.Parse(found.Groups["version"].Value) : null;

    /// <summary>Returns the one-line error: MySQL is missing, and where to get it.</summary>
    internal static StartFailedException Missing() => new(
        $"MySQL {Oldest} or newer: not installed. Install it from MySQL's own packages (mysql-community-server), because most distributions have an older version or none; "
        + "or use --engine mariadb. For tests only, --mysql-download sid downloads MySQL 9 from Debian's unstable release for this user only.");

    [GeneratedRegex(@"Ver (?<version>\d+\.\d+\.\d+)(?!\d|[^ ]*MariaDB)")]
    private static partial Regex OwnWords();
}
