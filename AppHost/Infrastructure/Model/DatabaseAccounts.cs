using System.Globalization;
using System.Text;

namespace Dugout.Infrastructure;

/// <summary>The schema, and who may do what on a database server; the same on both engines but for the names of some rights.</summary>
internal static class DatabaseAccounts
{
    /// <summary>The one schema.</summary>
    public const string Schema = "dugout";

    /// <summary>
    /// Known to MySQL and MariaDB alike; sorts Hangul by the Unicode rules and, unlike utf8mb4_unicode_ci, tells emoji
    /// apart. Columns that must match byte for byte say so themselves.
    /// </summary>
    public const string Collation = "utf8mb4_unicode_520_ci";

    /// <summary>Where servers listen, and where accounts come from.</summary>
    public const string Host = "127.0.0.1";

    /// <summary>The text that makes the schema, once.</summary>
    public const string CreateSchema = $"CREATE DATABASE {Schema} CHARACTER SET utf8mb4 COLLATE {Collation};\n";

    /// <summary>Where the account of measurements may do as it likes. Nobody else reads it; it is there only while one runs.</summary>
    private const string BareSchema = "bare";

    /// <summary>
    /// Accounts are stated at each start, on each server for itself and past the binary log: what stands here is what holds,
    /// whichever version made the data. Each is made anew, which drops rights that an older text had given; nobody is connected yet.
    /// </summary>
    /// <param name="secrets">The passwords.</param>
    /// <param name="further">The rights that only the engine has a name for, by account.</param>
    public static string Statements(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        "SET SESSION sql_log_bin = 0;\n" + Stated(Enum.GetValues<DatabaseAccount>(), secrets, further, Host);

    /// <summary>
    /// The same on a server of somebody else's, with the schema, if it isn't there yet: from anywhere, and for its replicas, too. What is done to servers by hand is done to ours alone.
    /// </summary>
    /// <inheritdoc cref="Statements"/>
    public static string Shared(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        CreateSchemaIfMissing
        + Stated(Enum.GetValues<DatabaseAccount>().Where(account => account != DatabaseAccount.Operator), secrets, further, "%");

    /// <summary>The same on a server that is published, for the programs that are: from anywhere in its network, and on each server for itself.</summary>
    /// <inheritdoc cref="Statements"/>
    public static string Published(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        "SET SESSION sql_log_bin = 0;\n"
        + Stated([DatabaseAccount.App, DatabaseAccount.Migrator, DatabaseAccount.Checks, DatabaseAccount.Replication], secrets, further, "%")
        + CreateSchemaIfMissing;

    /// <summary>The same on a server of ours in a container, which connections from this machine reach through the container's network; with the schema, if it isn't there yet.</summary>
    /// <inheritdoc cref="Statements"/>
    public static string Contained(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        "SET SESSION sql_log_bin = 0;\n" + Stated(Enum.GetValues<DatabaseAccount>(), secrets, further, "%") + CreateSchemaIfMissing;

    private static string CreateSchemaIfMissing { get; } = CreateSchema.Replace("CREATE DATABASE", "CREATE DATABASE IF NOT EXISTS", StringComparison.Ordinal);

    private static string Stated(IEnumerable<DatabaseAccount> accounts, Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further, string from)
    {
        var sql = new StringBuilder();
        foreach (var account in accounts)
        {
            var user = $"'{Secrets.NameOf(account)}'@'{from}'";
            sql.Append(CultureInfo.InvariantCulture, $"DROP USER IF EXISTS {user};\nCREATE USER {user} IDENTIFIED BY '{secrets[account]}';\n");
            foreach (var right in RightsOf(account).Concat(further.GetValueOrDefault(account, [])))
                sql.Append(CultureInfo.InvariantCulture, $"GRANT {right} TO {user};\n");
        }

        return sql.ToString();
    }

    private static string[] RightsOf(DatabaseAccount account) => account switch
    {
        DatabaseAccount.App => [$"SELECT, INSERT, UPDATE, DELETE ON {Schema}.*"],
        DatabaseAccount.Migrator => [$"ALL PRIVILEGES ON {Schema}.*"],
        DatabaseAccount.Checks => [$"SELECT ON {Schema}.*"],
        DatabaseAccount.Replication => ["REPLICATION SLAVE ON *.*"],
        DatabaseAccount.Bare => [$"SELECT ON {Schema}.*", $"ALL PRIVILEGES ON {BareSchema}.*"],
        // What it may do has another name on each engine.
        DatabaseAccount.Operator => [],
        _ => throw new ArgumentOutOfRangeException(nameof(account), account, null),
    };
}
