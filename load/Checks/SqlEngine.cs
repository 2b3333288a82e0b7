using System.Text.RegularExpressions;
using MySqlConnector;

namespace Dugout.Load.Checks;

/// <summary>The engine of a database server, as reported by the server itself, independent of how it was started and configured.</summary>
/// <param name="Name"><c>MariaDB</c> or <c>MySQL</c>.</param>
/// <param name="Version">Its version, without a distributor's suffix.</param>
internal sealed partial record SqlEngine(string Name, Version Version)
{
    /// <summary>Parses the server's response to <c>SELECT VERSION()</c>.</summary>
    /// <exception cref="FormatException">The response does not begin with a version.</exception>
    public static SqlEngine Parse(string response) => VersionPattern().Match(response) is { Success: true } found
        ? new(found.Groups["mariadb"].Success ? "MariaDB" : "MySQL", Version.Parse(found.Groups["version"].Value))
        : throw new FormatException($"'{response}' is not the version of a database server");

    /// <summary>Queries a server for its engine.</summary>
    public static async Task<SqlEngine> QueryAsync(string connectionString)
    {
        using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync();
        using var command = new MySqlCommand("SELECT VERSION()", connection);
        return Parse((string)(await command.ExecuteScalarAsync())!);
    }

    /// <summary>Whether it is MySQL, where the two engines differ.</summary>
    public bool IsMySql => Name == "MySQL";

    /// <summary>The spelling that Pomelo's <c>ServerVersion.Parse</c> reads.</summary>
    public string PomeloVersion => $"{Version}-{(IsMySql ? "mysql" : "mariadb")}";

    /// <summary>For display: <c>MariaDB 10.11.19</c>.</summary>
    public override string ToString() => $"{Name} {Version}";

    [GeneratedRegex(@"\A(?<version>\d+\.\d+\.\d+)(?<mariadb>.*MariaDB)?")]
    private static partial Regex VersionPattern();
}
