using System.Text.RegularExpressions;
using MySqlConnector;

namespace Dugout.Load.Checks;

/// <summary>The engine of a database server, by the server's own words: whoever started it, and whatever file says where it is.</summary>
/// <param name="Name"><c>MariaDB</c> or <c>MySQL</c>.</param>
/// <param name="Version">Its version, without what a distributor adds.</param>
internal sealed partial record SqlEngine(string Name, Version Version)
{
    /// <summary>What the server answers to <c>SELECT VERSION()</c>, taken apart.</summary>
    /// <exception cref="FormatException">It begins with no version.</exception>
    public static SqlEngine Parse(string answer) => Words().Match(answer) is { Success: true } found
        ? new(found.Groups["mariadb"].Success ? "MariaDB" : "MySQL", Version.Parse(found.Groups["version"].Value))
        : throw new FormatException($"'{answer}' is no version of a database server");

    /// <summary>Asks a server.</summary>
    public static async Task<SqlEngine> AskAsync(string connectionString)
    {
        using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync().ConfigureAwait(false);
        using var command = new MySqlCommand("SELECT VERSION()", connection);
        return Parse((string)(await command.ExecuteScalarAsync().ConfigureAwait(false))!);
    }

    /// <summary>Whether it is MySQL, where the two differ.</summary>
    public bool IsMySql => Name == "MySQL";

    /// <summary>The spelling that Pomelo's <c>ServerVersion.Parse</c> reads.</summary>
    public string PomeloVersion => $"{Version}-{(IsMySql ? "mysql" : "mariadb")}";

    /// <summary>As shown to people: <c>MariaDB 10.11.19</c>.</summary>
    public override string ToString() => $"{Name} {Version}";

    [GeneratedRegex(@"\A(?<version>\d+\.\d+\.\d+)(?<mariadb>.*MariaDB)?")]
    private static partial Regex Words();
}
