using System.Globalization;
using Dugout.Infrastructure;

namespace Dugout.Tests.Support;

/// <summary>What a MySQL 9 needs before it serves: its options, and a data folder with the accounts it is to have.</summary>
internal static class MySqlData
{
    /// <summary>The schema.</summary>
    public const string Schema = MariaDbFiles.Schema;

    /// <summary>The text that makes the schema, in the collation the product is written for.</summary>
    public const string CreateSchema = $"CREATE DATABASE {Schema} CHARACTER SET utf8mb4 COLLATE {MariaDbFiles.Collation};\n";

    /// <summary>Data folder, system tables and certificates; then the given statements. Root has no password, and goes.</summary>
    /// <param name="folder">The run folder.</param>
    /// <param name="program">The server.</param>
    /// <param name="options">Its option file.</param>
    /// <param name="statements">The schema and the accounts.</param>
    /// <param name="cancellation">Gives up.</param>
    public static async Task InitializeAsync(RunFolder folder, MySqlProgram program, string options, string statements, CancellationToken cancellation)
    {
        var first = folder.In("first.sql");
        PrivateFile.Write(first, $"""
            {statements}
            DROP USER root@localhost;

            """);
        var made = await Tool.RunAsync(
            program.Loader, program.Arguments("--defaults-file=" + options, "--initialize-insecure", "--init-file=" + first), cancellation);
        if (!made.Succeeded)
            throw new InvalidOperationException($"{program} could not make its data folder: {made.Complaint}");
    }

    /// <summary>
    /// What MariaDB runs with in these tests, as far as MySQL has it. Data of tests needn't survive a crash, hence mostly no
    /// binary log and no flush for each commit; the performance schema is there, since the tests count connections by it.
    /// </summary>
    /// <param name="folder">The run folder.</param>
    /// <param name="program">The server.</param>
    /// <param name="port">Where it is to listen.</param>
    /// <param name="historyOf">Its number among servers that replicate: then it keeps a history after all. Null where it stays alone.</param>
    /// <returns>The option file.</returns>
    public static string WriteOptions(RunFolder folder, MySqlProgram program, int port, int? historyOf = null)
    {
        var history = historyOf is null
            ? "skip-log-bin"
            : string.Create(CultureInfo.InvariantCulture, $"""
                server-id = {historyOf}
                log-bin = binlog
                sync-binlog = 0
                gtid-mode = ON
                enforce-gtid-consistency = ON
                """);
        var file = folder.In("mysqld.cnf");
        Directory.CreateDirectory(folder.In("tmp"));
        PrivateFile.Write(file, string.Create(CultureInfo.InvariantCulture, $"""
            [mysqld]
            basedir = {MariaDbFiles.Quote(program.BaseFolder)}
            datadir = {MariaDbFiles.Quote(folder.In("data"))}
            tmpdir = {MariaDbFiles.Quote(folder.In("tmp"))}
            # Relative to datadir: a socket's path may be 107 bytes at most.
            socket = mysqld.sock
            pid-file = mysqld.pid
            {(Environment.IsPrivilegedProcess ? "user = root" : "")}
            bind-address = 127.0.0.1
            port = {port}
            mysqlx = OFF
            skip-name-resolve
            max-connections = 600
            # Debian's default is a folder that only an installed server has.
            secure-file-priv = NULL
            character-set-server = utf8mb4
            default-time-zone = +00:00
            transaction-isolation = READ-COMMITTED
            sql-mode = STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION
            local-infile = OFF
            innodb-buffer-pool-size = 64M
            innodb-redo-log-capacity = 64M
            innodb-flush-log-at-trx-commit = 2
            {history}
            max-allowed-packet = 64M

            """));
        return file;
    }
}
