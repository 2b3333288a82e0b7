using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MariaDb;

namespace Dugout.Infrastructure.Servers.MySql;

/// <summary>MySQL 8.4 or newer. It creates its system tables and certificates by itself.</summary>
internal sealed class MySqlEngine(MySqlProgram program) : IDatabaseEngine
{
    /// <summary>Passwords are encrypted with the server's key, because connections within this machine use no TLS.</summary>
    public string ConnectionSettings => ";AllowPublicKeyRetrieval=True";

    /// <summary>The first error number is the primary's, the second is the one a replica of these versions reports instead.</summary>
    internal static ReplicaQuestion Question { get; } = new("SHOW REPLICA STATUS", "Replica_IO_Running", "Replica_SQL_Running", 1236, 13114);

    /// <inheritdoc/>
    public ReplicaQuestion Replica => Question;

    /// <summary>A binary log of one day, in files of at most 64 MB. A replica whose position has expired, or that joins later, gets a copy of the primary instead.</summary>
    /// <inheritdoc/>
    public string PrimaryOptions(ServerPlace place) => Options(place, PrimaryRole);

    /// <summary>
    /// A replica has a binary log, so that a copy of the primary can start with the primary's log and know its GTID position. It writes nothing to it
    /// (<c>log-replica-updates</c>), and stores its position in a table, with the rows.
    /// </summary>
    /// <inheritdoc/>
    public string ReplicaOptions(ServerPlace place, int n) => Options(place, ReplicaRole(n));

    /// <inheritdoc/>
    public string PrimaryStatements(Secrets secrets) => DatabaseAccounts.Statements(secrets, Rights);

    /// <summary>The primary may be unavailable for any length of time: by default a replica of these versions would give up after ten attempts.</summary>
    /// <inheritdoc/>
    public string ReplicaStatements(Secrets secrets, int primaryPort) => $"""
        {PrimaryStatements(secrets)}
        {Follow(secrets, DatabaseAccounts.Host, primaryPort)}

        """;

    private static string Follow(Secrets secrets, string host, int port) => $"""
        CHANGE REPLICATION SOURCE TO SOURCE_HOST = '{host}', SOURCE_PORT = {port}, SOURCE_USER = '{Secrets.NameOf(DatabaseAccount.Replication)}', SOURCE_PASSWORD = '{secrets[DatabaseAccount.Replication]}', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1, SOURCE_CONNECT_RETRY = 1, SOURCE_RETRY_COUNT = 1000000, SOURCE_HEARTBEAT_PERIOD = 1, SOURCE_DELAY = 0;
        START REPLICA;
        """;

    /// <inheritdoc/>
    public DelayStatements Delay(int seconds) => new("STOP REPLICA", $"CHANGE REPLICATION SOURCE TO SOURCE_DELAY = {seconds}", "START REPLICA");

    /// <summary>Creates a data folder without a binary log, so that every folder begins at an empty position. Root has no password during this step and is removed.</summary>
    /// <inheritdoc/>
    public Task MakeAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation) => MakeAsync(server, data, scratch, "", cancellation);

    /// <summary>Creates a data folder, with additional statements that run once.</summary>
    internal async Task MakeAsync(ServerCommand server, string data, string scratch, string further, CancellationToken cancellation)
    {
        Directory.CreateDirectory(scratch);
        var statements = Path.Combine(scratch, "first.sql");
        var options = Path.Combine(scratch, "first.cnf");
        PrivateFile.Write(statements, $"""
            {DatabaseAccounts.CreateSchema}
            {further}
            DROP USER root@localhost;

            """);
        // The port is never opened: a bootstrapping server has no network.
        PrivateFile.Write(options, Options(new ServerPlace(data, scratch, Port: 0, statements), "skip-log-bin"));
        var made = await server.RunAsync([OptionFile.Argument(options), "--initialize-insecure"], cancellation);
        if (!made.Succeeded)
            throw DatabaseData.NotMade($"{program}", data, made.Complaint);
    }

    /// <summary>
    /// The binary log is part of the copy: it decides which prepared transactions are committed, and holds the positions that are not yet in the table. Only
    /// the server UUID still identifies the copy as the primary, until the copy generates a new one.
    /// </summary>
    /// <inheritdoc/>
    public Task BecomeReplicaAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation)
    {
        ForgetIdentity(data);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public void ForgetIdentity(string data) => File.Delete(Path.Combine(data, "auto.cnf"));

    /// <inheritdoc/>
    public string MakeTables => "mysqld \"$@\" --initialize-insecure --skip-log-bin";

    /// <inheritdoc/>
    public string ContainerServerOptions(int n) => $"""
        [mysqld]
        bind-address = 0.0.0.0
        {OptionFile.Everywhere}
        {OptionFile.InContainer}
        {OfMySql}
        {(n == 0 ? PrimaryRole : ReplicaRole(n))}

        """;

    /// <inheritdoc/>
    public string ContainerStatements(Secrets secrets, string? primary) => $"""
        {DatabaseAccounts.Contained(secrets, Rights)}
        DROP USER IF EXISTS root@localhost;
        {(primary is null ? "" : $"STOP REPLICA;\n{Follow(secrets, primary, MariaDbEngine.ContainerPort)}")}

        """;

    /// <summary>Returns the text of an option file, for servers of any role.</summary>
    /// <param name="place">Folders and port.</param>
    /// <param name="role">The lines of the role.</param>
    internal string Options(ServerPlace place, string role) => $"""
        # Written at each start; changes made here are lost.
        [mysqld]
        basedir = {OptionFile.Quote(program.BaseFolder)}
        datadir = {OptionFile.Quote(place.Data)}
        {OptionFile.Common(place)}
        # Relative to datadir: a socket's path may be 107 bytes at most.
        socket = mysqld.sock
        pid-file = mysqld.pid
        {OfMySql}
        {role}

        """;

    /// <summary>Options that only this engine has, for every kind of server.</summary>
    private const string OfMySql = """
        mysqlx = OFF
        # Debian's default is a folder that only an installed server has.
        secure-file-priv = NULL
        innodb-redo-log-capacity = 64M
        """;

    private const string PrimaryRole = $"""
        server-id = 1
        {Places}
        max-binlog-size = 64M
        binlog-expire-logs-seconds = 86400
        innodb-flush-log-at-trx-commit = 1
        sync-binlog = 1
        """;

    private static string ReplicaRole(int n) => $"""
        server-id = {n + 1}
        {Places}
        binlog-expire-logs-seconds = 86400
        log-replica-updates = OFF
        read-only = ON
        skip-replica-start
        relay-log = relay
        relay-log-recovery = ON
        relay-log-space-limit = 1G
        max-relay-log-size = 64M
        replica-parallel-workers = 4
        replica-net-timeout = 10
        innodb-flush-log-at-trx-commit = 2
        sync-binlog = 0
        """;

    private const string Places = """
        log-bin = binlog
        gtid-mode = ON
        enforce-gtid-consistency = ON
        """;

    /// <summary>The replication state that the services query is in two tables that require an explicit privilege.</summary>
    private static readonly string[] ReadsHealth =
        ["SELECT ON performance_schema.replication_applier_status", "SELECT ON performance_schema.replication_connection_status"];

    /// <summary>Privileges that exist only in this engine.</summary>
    internal static readonly Dictionary<DatabaseAccount, string[]> Rights = new()
    {
        [DatabaseAccount.App] = ReadsHealth,
        // Required by SHOW REPLICA STATUS and for reading locks; reading positions needs no privilege.
        [DatabaseAccount.Checks] = [.. ReadsHealth, "REPLICATION CLIENT, PROCESS ON *.*"],
        [DatabaseAccount.Operator] = ["REPLICATION_SLAVE_ADMIN ON *.*"],
    };
}
