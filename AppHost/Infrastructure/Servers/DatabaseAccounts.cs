using System.Globalization;
using System.Text;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers;

/// <summary>The schema and the privileges of accounts on a database server; the same on both engines except for the names of some privileges.</summary>
internal static class DatabaseAccounts
{
    /// <summary>Name of the only schema.</summary>
    public const string Schema = "dugout";

    /// <summary>
    /// Supported by MySQL and MariaDB; sorts Hangul by the Unicode rules and, unlike utf8mb4_unicode_ci, distinguishes
    /// emoji. Columns that must match byte for byte declare their own collation.
    /// </summary>
    public const string Collation = "utf8mb4_unicode_520_ci";

    /// <summary>Address on which servers listen and from which accounts connect.</summary>
    public const string Host = "127.0.0.1";

    /// <summary>The statement that creates the schema, once.</summary>
    public const string CreateSchema = $"CREATE DATABASE {Schema} CHARACTER SET utf8mb4 COLLATE {Collation};\n";

    /// <summary>Schema of the baseline account of measurements, with all privileges. No other account reads it; it exists only during a measurement.</summary>
    private const string BareSchema = "bare";

    /// <summary>
    /// Creates the accounts. They are declared at each start, on each server separately and outside the binary log, so the accounts match this program
    /// whichever version created the data. Each is dropped and recreated, which removes outdated privileges; no client is connected yet.
    /// </summary>
    /// <param name="secrets">The passwords.</param>
    /// <param name="further">Engine-specific privileges, by account.</param>
    public static string Statements(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        "SET SESSION sql_log_bin = 0;\n" + Stated(Enum.GetValues<DatabaseAccount>(), secrets, further, Host);

    /// <summary>
    /// Creates accounts and a missing schema on an external server: from any host, and replicated to its replicas. The operator account is omitted: its commands are for the AppHost's own servers.
    /// </summary>
    /// <inheritdoc cref="Statements"/>
    public static string Shared(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        CreateSchemaIfMissing
        + Stated(Enum.GetValues<DatabaseAccount>().Where(account => account != DatabaseAccount.Operator), secrets, further, "%");

    /// <summary>Creates the accounts on a published server, for the published programs: from any host in its network, and on each server separately.</summary>
    /// <inheritdoc cref="Statements"/>
    public static string Published(Secrets secrets, IReadOnlyDictionary<DatabaseAccount, string[]> further) =>
        "SET SESSION sql_log_bin = 0;\n"
        + Stated([DatabaseAccount.App, DatabaseAccount.Migrator, DatabaseAccount.Checks, DatabaseAccount.Replication], secrets, further, "%")
        + CreateSchemaIfMissing;

    /// <summary>Creates accounts and a missing schema on a server in a container, which connections from this machine reach through the container network.</summary>
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
        // Its privileges have different names on the engines.
        DatabaseAccount.Operator => [],
        _ => throw new ArgumentOutOfRangeException(nameof(account), account, null),
    };
}
