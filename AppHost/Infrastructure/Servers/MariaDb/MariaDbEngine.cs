using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers.MariaDb;

/// <summary>MariaDB. The private download lacks its installer, so the system tables are created by the scripts in its package.</summary>
internal sealed class MariaDbEngine(MariaDbProgram program) : IDatabaseEngine
{
    /// <inheritdoc/>
    public string ConnectionSettings => "";

    /// <summary>ER_MASTER_FATAL_ERROR_READING_BINLOG: the requested log was purged.</summary>
    internal static ReplicaQuestion Question { get; } = new("SHOW SLAVE STATUS", "Slave_IO_Running", "Slave_SQL_Running", 1236);

    /// <inheritdoc/>
    public ReplicaQuestion Replica => Question;

    /// <inheritdoc/>
    public string PrimaryOptions(ServerPlace place) => Options(place, $"""
        server-id = 1
        {PrimaryRole}
        """);

    /// <inheritdoc/>
    public string ReplicaOptions(ServerPlace place, int n) => Options(place, $"""
        server-id = {n + 1}
        skip-slave-start
        {ReplicaRole}
        """);

    /// <inheritdoc/>
    public string PrimaryStatements(Secrets secrets) => DatabaseAccounts.Statements(secrets, Rights);

    /// <inheritdoc/>
    public string ReplicaStatements(Secrets secrets, int primaryPort) => $"""
        {PrimaryStatements(secrets)}
        STOP SLAVE;
        {Follow(secrets, DatabaseAccounts.Host, primaryPort)}
        START SLAVE;

        """;

    /// <inheritdoc/>
    public DelayStatements Delay(int seconds) => new("STOP SLAVE", $"CHANGE MASTER TO MASTER_DELAY = {seconds}", "START SLAVE");

    /// <summary>Runs a server that reads SQL from standard input and accepts no connections.</summary>
    /// <inheritdoc/>
    public async Task MakeAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation)
    {
        List<string> sql = ["CREATE DATABASE mysql;", "USE mysql;", "SET @auth_root_socket = NULL;"];
        foreach (var script in SystemTableScripts.In(program.ShareFolder)!)
            sql.Add(await File.ReadAllTextAsync(script, cancellation));
        sql.Add($"DELETE FROM mysql.global_priv WHERE User IN ('root', '');\nDELETE FROM mysql.proxies_priv;\n{DatabaseAccounts.CreateSchema}");

        string[] arguments =
        [
            "--no-defaults",
            "--bootstrap",
            .. Environment.IsPrivilegedProcess ? (string[])["--user=root"] : [],
            $"--basedir={program.BaseFolder}",
            $"--lc-messages-dir={program.ShareFolder}",
            $"--datadir={data}",
            // A starting server deletes all temporary tables in its folder, including those of other servers.
            $"--tmpdir={data}",
            "--log-warnings=0",
            "--enforce-storage-engine=",
            "--max-allowed-packet=8M",
            "--net-buffer-length=16K",
            "--innodb-log-file-size=32M",
            "--character-set-server=utf8mb4",
        ];
        var made = await server.RunAsync(arguments, cancellation, input: string.Join('\n', sql) + "\n");
        if (!made.Succeeded)
            throw DatabaseData.NotMade($"{program}", data, made.Complaint);
    }

    /// <summary>
    /// Runs a server once, without connections. The binary log is copied for this step: it decides which prepared transactions are committed,
    /// and the position from which the replica continues.
    /// </summary>
    /// <inheritdoc/>
    public async Task BecomeReplicaAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation)
    {
        // A primary that has never been started has written no log: its copy starts from an empty position, as the primary does.
        if (!File.Exists(Path.Combine(data, "binlog.index")))
            return;

        Directory.CreateDirectory(scratch);
        var statements = Path.Combine(scratch, "conversion.sql");
        var options = Path.Combine(scratch, "conversion.cnf");
        PrivateFile.Write(statements, ConversionStatements);
        PrivateFile.Write(options, Options(new ServerPlace(data, data, Port: 0, statements), $"server-id = 1\nskip-networking\n{BinaryLog}"));
        var converted = await server.RunAsync([OptionFile.Argument(options)], cancellation);
        if (!converted.Succeeded)
            throw new StartFailedException($"The copy of the primary could not be turned into a replica: {converted.Complaint}");

        foreach (var log in Directory.EnumerateFiles(data, "binlog.*"))
            File.Delete(log);
    }

    /// <summary>
    /// Statements that a copy of the primary runs once: as a replica it continues from the end of the log it was copied with;
    /// the log itself is deleted.
    /// </summary>
    private const string ConversionStatements = """
        SET SESSION sql_log_bin = 0;
        SET GLOBAL gtid_slave_pos = @@GLOBAL.gtid_binlog_pos;
        RESET MASTER;
        SHUTDOWN;

        """;

    /// <summary>
    /// A binary log of one day, in files of at most 64 MB. A replica whose position has expired, or that joins later, gets a copy of the
    /// primary instead (<see cref="DatabaseData"/>).
    /// </summary>
    private const string BinaryLog = """
        log-bin = binlog
        binlog-format = ROW
        gtid-strict-mode = ON
        max-binlog-size = 64M
        expire-logs-days = 1
        """;

    private const string PrimaryRole = $"""
        {BinaryLog}
        innodb-flush-log-at-trx-commit = 1
        sync-binlog = 1
        """;

    private const string ReplicaRole = """
        read-only = ON
        relay-log = relay
        relay-log-recovery = ON
        relay-log-space-limit = 1G
        max-relay-log-size = 64M
        slave-parallel-threads = 4
        slave-parallel-mode = optimistic
        slave-net-timeout = 10
        gtid-strict-mode = ON
        innodb-flush-log-at-trx-commit = 2
        """;

    /// <summary>Options that only this engine has, for every kind of server.</summary>
    internal const string OfMariaDb = """
        performance-schema = OFF
        innodb-log-file-size = 32M
        log-warnings = 1
        """;

    /// <summary>Port of the official image.</summary>
    public const int ContainerPort = 3306;

    /// <summary>
    /// Returns the option file of a server in a container, whose image defines where programs and data are. A replica there resumes replication by itself.
    /// </summary>
    /// <param name="n">0 for the primary, else the number of the replica.</param>
    public static string ContainerOptions(int n) => $"""
        [mariadbd]
        server-id = {n + 1}
        bind-address = 0.0.0.0
        {OptionFile.Everywhere}
        {OfMariaDb}
        {(n == 0 ? PrimaryRole : ReplicaRole)}

        """;

    /// <summary>Returns the script that the official image runs once, in its shell, while the data folder is empty and no client can connect: schema, accounts, the primary to follow.</summary>
    /// <param name="secrets">Names of environment variables in place of passwords.</param>
    /// <param name="primary">The host to follow; null for the primary itself.</param>
    public static string ContainerScript(Secrets secrets, string? primary) => $"""
        docker_process_sql <<SQL
        {DatabaseAccounts.Published(secrets, Rights)}{(primary is null ? "" : Follow(secrets, primary, ContainerPort))}
        SQL

        """;

    /// <inheritdoc/>
    public string MakeTables => "mariadb-install-db \"$@\" --skip-test-db --auth-root-authentication-method=normal";

    /// <inheritdoc/>
    public void ForgetIdentity(string data)
    {
        // The server is identified by the server id in its option file.
    }

    /// <summary>A replica has a binary log, too, to which it writes nothing: a copy of the primary begins with the primary's log, whose end is its start position.</summary>
    /// <inheritdoc/>
    public string ContainerServerOptions(int n) => $"""
        {ContainerOptions(n)}
        {OptionFile.InContainer}
        {(n == 0 ? "" : $"skip-slave-start\n{BinaryLog}")}

        """;

    /// <summary>The replicas share a private network with the primary: no TLS, whose certificate newer versions would verify.</summary>
    /// <inheritdoc/>
    public string ContainerStatements(Secrets secrets, string? primary) => $"""
        {DatabaseAccounts.Contained(secrets, Rights)}
        DELETE FROM mysql.global_priv WHERE User IN ('root', '');
        DELETE FROM mysql.proxies_priv;
        FLUSH PRIVILEGES;
        {(primary is null ? "" : $"""
        STOP SLAVE;
        SET GLOBAL gtid_slave_pos = IF(@@GLOBAL.gtid_slave_pos = '', @@GLOBAL.gtid_binlog_pos, @@GLOBAL.gtid_slave_pos);
        RESET MASTER;
        {Follow(secrets, primary, ContainerPort)}
        CHANGE MASTER TO MASTER_SSL = 0, MASTER_SSL_VERIFY_SERVER_CERT = 0;
        START SLAVE;
        """)}

        """;

    private static string Follow(Secrets secrets, string host, int port) =>
        $"CHANGE MASTER TO MASTER_HOST = '{host}', MASTER_PORT = {port}, MASTER_USER = '{Secrets.NameOf(DatabaseAccount.Replication)}', MASTER_PASSWORD = '{secrets[DatabaseAccount.Replication]}', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1, MASTER_HEARTBEAT_PERIOD = 1, MASTER_DELAY = 0;";

    /// <summary>Engine-specific privileges: for SHOW SLAVE STATUS and for reading locks; reading positions needs no privilege.</summary>
    internal static readonly Dictionary<DatabaseAccount, string[]> Rights = new()
    {
        [DatabaseAccount.Checks] = ["SLAVE MONITOR, BINLOG MONITOR, PROCESS ON *.*"],
        [DatabaseAccount.Operator] = ["REPLICATION SLAVE ADMIN, SUPER ON *.*"],
    };

    /// <summary>Returns the option file of a server.</summary>
    /// <param name="place">Its folders and address.</param>
    /// <param name="role">The options that distinguish it from servers of other roles.</param>
    internal string Options(ServerPlace place, string role) => $"""
        # Written at each start; changes made here are lost.
        [mariadbd]
        basedir = {OptionFile.Quote(program.BaseFolder)}
        lc-messages-dir = {OptionFile.Quote(program.ShareFolder)}
        datadir = {OptionFile.Quote(place.Data)}
        {OptionFile.Common(place)}
        # Relative to datadir: a socket's path may be 107 bytes at most.
        socket = mariadbd.sock
        pid-file = mariadbd.pid
        {OfMariaDb}
        {role}

        """;
}
