using System.Globalization;
using System.Text;

namespace Dugout.Infrastructure;

/// <summary>What MariaDB reads before it serves: option files, and SQL run by the server itself at each start.</summary>
internal static class MariaDbFiles
{
    /// <summary>The one schema.</summary>
    public const string Schema = "dugout";

    /// <summary>
    /// Known to MySQL and MariaDB alike; sorts Hangul by the Unicode rules and, unlike utf8mb4_unicode_ci, tells emoji
    /// apart. Columns that must match byte for byte say so themselves.
    /// </summary>
    public const string Collation = "utf8mb4_unicode_520_ci";

    /// <summary>Where the account of measurements may do as it likes. Nobody else reads it; it is there only while one runs.</summary>
    private const string BareSchema = "bare";

    private const string Host = "127.0.0.1";

    /// <summary>Fed to a bootstrapping server after its system tables: the schema, and nobody who may enter.</summary>
    public const string FirstStatements = $"""
        DELETE FROM mysql.global_priv WHERE User IN ('root', '');
        DELETE FROM mysql.proxies_priv;
        CREATE DATABASE {Schema} CHARACTER SET utf8mb4 COLLATE {Collation};

        """;

    /// <summary>The option file of the primary.</summary>
    public static string PrimaryOptions(MariaDbProgram program, string data, int port, string initFile) => Options(program, data, initFile, $"""
        server-id = 1
        {Listening(port)}
        {BinaryLog}
        innodb-flush-log-at-trx-commit = 1
        sync-binlog = 1
        """);

    /// <summary>
    /// The option file of the n-th replica. A commit there reaches the file system at once and the disk within a second:
    /// its rows and its place in the log do so together, so after a crash it asks the primary for what is missing.
    /// </summary>
    public static string ReplicaOptions(MariaDbProgram program, string data, int port, string initFile, int n) => Options(program, data, initFile, $"""
        server-id = {n + 1}
        {Listening(port)}
        read-only = ON
        skip-slave-start
        relay-log = relay
        relay-log-recovery = ON
        relay-log-space-limit = 1G
        max-relay-log-size = 64M
        slave-parallel-threads = 4
        slave-parallel-mode = optimistic
        slave-net-timeout = 10
        gtid-strict-mode = ON
        innodb-flush-log-at-trx-commit = 2
        """);

    /// <summary>The option file of a server that runs once, unreachable, to turn a copied primary into a replica.</summary>
    public static string ConversionOptions(MariaDbProgram program, string data, string initFile) => Options(program, data, initFile, $"""
        server-id = 1
        skip-networking
        {BinaryLog}
        """);

    /// <summary>What the primary runs at each start.</summary>
    public static string PrimaryStatements(Secrets secrets) => Accounts(secrets);

    /// <summary>What a replica runs at each start: accounts, and where to read from, the port being another each time.</summary>
    public static string ReplicaStatements(Secrets secrets, int primaryPort) => $"""
        {Accounts(secrets)}
        STOP SLAVE;
        CHANGE MASTER TO MASTER_HOST = '{Host}', MASTER_PORT = {primaryPort}, MASTER_USER = '{Secrets.NameOf(DatabaseAccount.Replication)}', MASTER_PASSWORD = '{secrets[DatabaseAccount.Replication]}', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1, MASTER_HEARTBEAT_PERIOD = 1, MASTER_DELAY = 0;
        START SLAVE;

        """;

    /// <summary>
    /// What a copy of the primary runs once: the end of the log it was copied with is where it goes on from as a replica;
    /// the log itself is no longer its own.
    /// </summary>
    public const string ConversionStatements = """
        SET SESSION sql_log_bin = 0;
        SET GLOBAL gtid_slave_pos = @@GLOBAL.gtid_binlog_pos;
        RESET MASTER;
        SHUTDOWN;

        """;

    /// <summary>A value in an option file: within quotes a space, a hash or a letter of any script is itself.</summary>
    public static string Quote(string value) =>
        new StringBuilder(value).Replace("\\", "\\\\").Replace("\"", "\\\"").Insert(0, '"').Append('"').ToString();

    /// <summary>
    /// A log of one day, in files of at most 64 MB. A replica that falls out of it, or joins later, gets a copy of the
    /// primary instead (<see cref="MariaDbData"/>).
    /// </summary>
    private const string BinaryLog = """
        log-bin = binlog
        binlog-format = ROW
        gtid-strict-mode = ON
        max-binlog-size = 64M
        expire-logs-days = 1
        """;

    private static string Listening(int port) => $"""
        bind-address = {Host}
        port = {port}
        max-connections = 600
        """;

    private static string Options(MariaDbProgram program, string data, string initFile, string role) => $"""
        # Written at each start; changes made here are lost.
        [mariadbd]
        basedir = {Quote(program.BaseFolder)}
        lc-messages-dir = {Quote(program.ShareFolder)}
        datadir = {Quote(data)}
        # A starting server removes whatever temporary tables lie in its folder, so nobody shares one.
        tmpdir = {Quote(data)}
        init-file = {Quote(initFile)}
        # Relative to datadir: a socket's path may be 107 bytes at most.
        socket = mariadbd.sock
        pid-file = mariadbd.pid
        {(Environment.IsPrivilegedProcess ? "user = root" : "")}
        skip-name-resolve
        character-set-server = utf8mb4
        collation-server = {Collation}
        default-time-zone = +00:00
        transaction-isolation = READ-COMMITTED
        sql-mode = STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION
        local-infile = OFF
        performance-schema = OFF
        innodb-buffer-pool-size = 64M
        innodb-log-file-size = 32M
        max-allowed-packet = 64M
        table-open-cache = 400
        log-warnings = 1
        {role}

        """;

    /// <summary>
    /// Accounts are stated at each start, on each server for itself and past the binary log: what stands here is what holds,
    /// whichever version made the data. REPLACE drops rights that an older text had given.
    /// </summary>
    private static string Accounts(Secrets secrets)
    {
        var sql = new StringBuilder("SET SESSION sql_log_bin = 0;\n");
        foreach (var account in Enum.GetValues<DatabaseAccount>())
        {
            var user = $"'{Secrets.NameOf(account)}'@'{Host}'";
            sql.Append(CultureInfo.InvariantCulture, $"CREATE OR REPLACE USER {user} IDENTIFIED BY '{secrets[account]}';\n");
            foreach (var right in RightsOf(account))
                sql.Append(CultureInfo.InvariantCulture, $"GRANT {right} TO {user};\n");
        }

        return sql.ToString();
    }

    private static string[] RightsOf(DatabaseAccount account) => account switch
    {
        DatabaseAccount.App => [$"SELECT, INSERT, UPDATE, DELETE ON {Schema}.*"],
        DatabaseAccount.Migrator => [$"ALL PRIVILEGES ON {Schema}.*"],
        // What SHOW REPLICA STATUS wants, and what shows locks; gtid positions are anybody's to read.
        DatabaseAccount.Checks => [$"SELECT ON {Schema}.*", "SLAVE MONITOR, BINLOG MONITOR, PROCESS ON *.*"],
        DatabaseAccount.Replication => ["REPLICATION SLAVE ON *.*"],
        DatabaseAccount.Bare => [$"SELECT ON {Schema}.*", $"ALL PRIVILEGES ON {BareSchema}.*"],
        DatabaseAccount.Operator => ["REPLICATION SLAVE ADMIN ON *.*"],
        _ => throw new ArgumentOutOfRangeException(nameof(account), account, null),
    };
}
