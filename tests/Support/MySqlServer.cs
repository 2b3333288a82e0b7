using System.Globalization;
using System.Security.Cryptography;
using Aspire.Hosting;
using Dugout.Infrastructure;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Tests.Support;

/// <summary>
/// One MySQL 9 on a random port, with TLS and caching_sha2_password as it comes: the second engine for the driver's tests.
/// When the test process is killed it ends too.
/// </summary>
public sealed class MySqlServer : IAsyncDisposable
{
    private const string Name = "mysql9";
    private const string Schema = "dugout";
    private const string Account = "tests";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly RunFolder _folder;
    private readonly DistributedApplication _app;

    private MySqlServer(RunFolder folder, DistributedApplication app, string connectionString)
    {
        _folder = folder;
        _app = app;
        ConnectionString = connectionString;
    }

    /// <summary>An account that may do everything on this server, with a schema of its own; over TLS.</summary>
    public string ConnectionString { get; }

    /// <summary>Starts it with new data in an empty folder and returns when it answers.</summary>
    /// <param name="path">The run folder.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartRefusedException">MySQL 9 can't be had here; one line says why.</exception>
    public static async Task<MySqlServer> StartAsync(string path, CancellationToken cancellation = default)
    {
        var program = await MySqlDownload.ObtainAsync(ServerSettings.FromEnvironment(), Console.Error.WriteLine, cancellation);
        var folder = await RunFolder.TakeAsync(path, reset: false, Console.Error.WriteLine, cancellation);
        DistributedApplication? app = null;
        try
        {
            var port = Ports.Pick();
            var password = RandomNumberGenerator.GetHexString(32);
            var connectionString = string.Create(
                CultureInfo.InvariantCulture,
                $"Server=127.0.0.1;Port={port};User ID={Account};Password={password};Database={Schema};Character Set=utf8mb4;SslMode=Required;Connection Timeout=3;Default Command Timeout=30");
            var options = WriteOptions(folder, program, port);
            await InitializeAsync(folder, program, options, password, cancellation);

            app = Model(folder, program, options, connectionString);
            await app.StartAsync(cancellation);
            if (await Readiness.WaitAsync(app, cancellation).WaitAsync(Patience, cancellation) is { } failure)
                throw new InvalidOperationException(failure);
            return new(folder, app, connectionString);
        }
        catch
        {
            if (app is not null)
                await app.DisposeAsync();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Stops it. Data stay in the folder.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
        _folder.Dispose();
    }

    private static DistributedApplication Model(RunFolder folder, MySqlProgram program, string options, string connectionString)
    {
        var builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { DisableDashboard = true });
        // What keeps the server alive beyond a killed test run, until it has stopped, holds this lock meanwhile.
        builder.Configuration["Keeper:LockFile"] = folder.KeepersLockFile;
        builder.Services.AddLogging(logging => logging.ClearProviders());
        builder.Services.AddHealthChecks().AddAsyncCheck(Name, cancellation => AnswersAsync(connectionString, cancellation));
        builder.AddExecutable(Name, program.Loader, folder.Path, program.Arguments("--defaults-file=" + options)).WithHealthCheck(Name);
        return builder.Build();
    }

    /// <summary>Data folder, system tables, certificates and the one account; root stays without a password and without a way in from the network.</summary>
    private static async Task InitializeAsync(RunFolder folder, MySqlProgram program, string options, string password, CancellationToken cancellation)
    {
        var statements = folder.In("first.sql");
        PrivateFile.Write(statements, $"""
            CREATE DATABASE {Schema} CHARACTER SET utf8mb4;
            CREATE USER '{Account}'@'127.0.0.1' IDENTIFIED BY '{password}';
            GRANT ALL PRIVILEGES ON *.* TO '{Account}'@'127.0.0.1' WITH GRANT OPTION;
            DROP USER root@localhost;

            """);
        var made = await Tool.RunAsync(
            program.Loader, program.Arguments("--defaults-file=" + options, "--initialize-insecure", "--init-file=" + statements), cancellation);
        if (!made.Succeeded)
            throw new InvalidOperationException($"{program} could not make its data folder: {made.Complaint}");
    }

    /// <summary>
    /// What MariaDB runs with in these tests, as far as MySQL has it. Data of tests needn't survive a crash, hence no binary
    /// log and no flush for each commit; the performance schema is there, since the tests count connections by it.
    /// </summary>
    private static string WriteOptions(RunFolder folder, MySqlProgram program, int port)
    {
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
            skip-log-bin
            max-allowed-packet = 64M

            """));
        return file;
    }

    private static async Task<HealthCheckResult> AnswersAsync(string connectionString, CancellationToken cancellation)
    {
        try
        {
            // Unpooled, so that nothing of it is in a pool that a test looks at.
            await using var connection = new MySqlConnection(connectionString + ";Pooling=false");
            await connection.OpenAsync(cancellation);
            return HealthCheckResult.Healthy();
        }
        catch (MySqlException fault)
        {
            return HealthCheckResult.Unhealthy(fault.Message);
        }
    }
}
