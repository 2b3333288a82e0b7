using System.Text.RegularExpressions;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Servers.MariaDb;

/// <summary>A MariaDB server with the folders of the same build.</summary>
/// <param name="Version">Its version.</param>
/// <param name="Path">The program file.</param>
/// <param name="Environment">Required environment variables.</param>
/// <param name="BaseFolder">The folder it was installed under (<c>basedir</c>).</param>
/// <param name="ShareFolder">Its message files and system table scripts (<c>lc-messages-dir</c>).</param>
public sealed partial record MariaDbProgram(
    Version Version,
    string Path,
    IReadOnlyDictionary<string, string> Environment,
    string BaseFolder,
    string ShareFolder) : DatabaseProgram("MariaDB", Version, Path, Environment, BaseFolder)
{
    /// <summary>The oldest version with the privileges and settings used here (SLAVE MONITOR was added in 10.5).</summary>
    internal static readonly Version Oldest = new(10, 5, 2);

    /// <inheritdoc/>
    public override string PomeloVersion => $"{Version}-mariadb";

    /// <inheritdoc/>
    internal override IDatabaseEngine Engine => new MariaDbEngine(this);

    /// <summary>Returns the MariaDB at a path, or why it cannot be used.</summary>
    internal static async Task<(MariaDbProgram? Program, string Skipped)> AtAsync(
        string path, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        var asked = await ProcessRunner.RunAsync(path, ["--no-defaults", "--version"], cancellation, environment: environment);
        if (VersionIn(asked.Output) is not { } version)
            return (null, asked.Succeeded ? $"it is not MariaDB ({asked.Output.Trim()})" : asked.Complaint);
        if (version < Oldest)
            return (null, $"MariaDB {version} is older than {Oldest}");

        var baseFolder = BaseFolderOf(path);
        var share = ((string[])["share/mysql", "share/mariadb", "share"])
            .Select(name => System.IO.Path.Combine(baseFolder, name))
            .FirstOrDefault(HoldsSystemTables);
        return share is null
            ? (null, $"its system table scripts are not under {baseFolder}/share")
            : (new(version, path, environment, baseFolder, share), "");
    }

    /// <summary>Parses the version from MariaDB's output; null for another program.</summary>
    internal static Version? VersionIn(string answer) =>
        OwnWords().Match(answer) is { Success: true } found ? Version.Parse(found.Groups["version"].Value) : null;

    private static bool HoldsSystemTables(string share) =>
        SystemTableScripts.In(share) is not null && File.Exists(System.IO.Path.Combine(share, "english/errmsg.sys"));

    [GeneratedRegex(@"Ver (?<version>\d+\.\d+\.\d+)-MariaDB")]
    private static partial Regex OwnWords();
}

/// <summary>The SQL scripts that create MariaDB's system tables, in the order to run them.</summary>
internal static class SystemTableScripts
{
    /// <summary>Returns the three scripts in a share folder, or null unless all exist. Their prefix differs by release.</summary>
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
