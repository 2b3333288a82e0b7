namespace Dugout.Infrastructure;

/// <summary>MySQL 8.4 or newer. It makes its system tables and its certificates by itself.</summary>
internal sealed class MySqlEngine(MySqlProgram program) : IDatabaseEngine
{
    /// <summary>Passwords are sent encrypted by the server's own key, since connections within this machine go without TLS.</summary>
    public string ConnectionSettings => ";AllowPublicKeyRetrieval=True";

    /// <summary>The first error is the primary's own, the second is what a replica of these versions reports in its place.</summary>
    internal static ReplicaQuestion Question { get; } = new("SHOW REPLICA STATUS", "Replica_IO_Running", "Replica_SQL_Running", 1236, 13114);

    /// <inheritdoc/>
    public ReplicaQuestion Replica => Question;

    /// <summary>A log of one day, in files of at most 64 MB. A replica that falls out of it, or joins later, gets a copy of the primary instead.</summary>
    /// <inheritdoc/>
    public string PrimaryOptions(ServerPlace place) => Options(place, PrimaryRole);

    /// <summary>
    /// A replica has a log, so that a copy of the primary can begin with the primary's and know its place; it writes nothing to it
    /// (<c>log-replica-updates</c>), and keeps its place in a table, with the rows.
    /// </summary>
    /// <inheritdoc/>
    public string ReplicaOptions(ServerPlace place, int n) => Options(place, ReplicaRole(n));

    /// <inheritdoc/>
    public string PrimaryStatements(Secrets secrets) => DatabaseAccounts.Statements(secrets, Rights);

    /// <summary>The primary may be away for as long as it likes: by itself a replica of these versions would give up after ten tries.</summary>
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

    /// <summary>Without a log, so that every folder begins at an empty place. Root has no password meanwhile, and goes.</summary>
    /// <inheritdoc/>
    public Task MakeAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation) => MakeAsync(server, data, scratch, "", cancellation);

    /// <summary>The same, with further statements that run once.</summary>
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
        // Its port is opened by nobody: a server that makes its tables has no network.
        PrivateFile.Write(options, Options(new ServerPlace(data, scratch, Port: 0, statements), "skip-log-bin"));
        var made = await server.RunAsync([OptionFile.Argument(options), "--initialize-insecure"], cancellation);
        if (!made.Succeeded)
            throw DatabaseData.NotMade($"{program}", data, made.Complaint);
    }

    /// <summary>
    /// The log comes along: it decides which half-done transactions count, and holds the places that are not in the table yet. Only
    /// by its name is the copy still the primary, until it has made itself another one.
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

    /// <summary>An option file, for servers of any role.</summary>
    /// <param name="place">Where it lies and listens.</param>
    /// <param name="role">The lines that make it what it is.</param>
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

    /// <summary>What only this engine has an option for, wherever it runs.</summary>
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

    /// <summary>What the services ask of a replica's health lies in two tables that nobody may read unasked.</summary>
    private static readonly string[] ReadsHealth =
        ["SELECT ON performance_schema.replication_applier_status", "SELECT ON performance_schema.replication_connection_status"];

    /// <summary>The rights that only this engine has a name for.</summary>
    internal static readonly Dictionary<DatabaseAccount, string[]> Rights = new()
    {
        [DatabaseAccount.App] = ReadsHealth,
        // What SHOW REPLICA STATUS wants, and what shows locks; places are anybody's to read.
        [DatabaseAccount.Checks] = [.. ReadsHealth, "REPLICATION CLIENT, PROCESS ON *.*"],
        [DatabaseAccount.Operator] = ["REPLICATION_SLAVE_ADMIN ON *.*"],
    };
}
