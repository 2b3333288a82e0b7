using System.Globalization;
using System.Security.Cryptography;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.MySql;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Tests.Support;

/// <summary>
/// One MySQL 9 on a random port, with TLS and caching_sha2_password as it comes: the second engine for tests of the driver
/// and of replication.
/// When the test process is killed it ends too.
/// </summary>
public sealed class MySqlServer : IAsyncDisposable
{
    private const string Name = "mysql9";
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
    /// <param name="historyOf">Its number among servers that replicate; null where it stays alone.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartFailedException">MySQL 9 is not available here; one line says why.</exception>
    public static async Task<MySqlServer> StartAsync(string path, int? historyOf = null, CancellationToken cancellation = default)
    {
        var settings = ServerSettings.FromEnvironment() with { MySqlDownload = MySqlDownloadSource.Sid };
        var program = await ServerPrograms.MySqlAsync(settings, Console.Error.WriteLine, cancellation);
        var folder = await RunFolder.TakeAsync(path, reset: false, Console.Error.WriteLine, cancellation);
        DistributedApplication? app = null;
        try
        {
            var place = new ServerPlace(folder.In("data"), folder.In("tmp"), Ports.Pick(), folder.In("mysqld.sql"));
            var password = RandomNumberGenerator.GetHexString(32);
            var connectionString = string.Create(
                CultureInfo.InvariantCulture,
                $"Server=127.0.0.1;Port={place.Port};User ID={Account};Password={password};Database={DatabaseAccounts.Schema};Character Set=utf8mb4;SslMode=Required;Connection Timeout=3;Default Command Timeout=30");
            var engine = new MySqlEngine(program);
            var options = folder.In("mysqld.cnf");
            Directory.CreateDirectory(place.Data);
            Directory.CreateDirectory(place.Temporary);
            var command = program.Command;
            await engine.MakeAsync(command, place.Data, folder.In("config"), Statements(password), cancellation);
            PrivateFile.Write(options, engine.Options(place, Role(historyOf)));
            PrivateFile.Write(place.InitFile, "DO 0;\n");

            app = Model(folder, command, OptionFile.Argument(options), connectionString);
            if (await Readiness.StartAsync(app, cancellation).WaitAsync(Patience, cancellation) is { } failure)
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

    private static DistributedApplication Model(RunFolder folder, ServerCommand command, string argument, string connectionString)
    {
        var builder = AspireApplication.CreateBuilder();
        builder.Services.AddLogging(logging => logging.ClearProviders());
        builder.Services.AddHealthChecks().AddAsyncCheck(Name, cancellation => AnswersAsync(connectionString, cancellation));
        string[] arguments = [.. command.First, argument];
        builder.AddExecutable(Name, command.Program, folder.Path, arguments).WithEnvironment(LeftoverProcesses.Variable, folder.Path).WithHealthCheck(Name);
        return builder.Build();
    }

    /// <summary>
    /// What one has in it needn't survive a crash, hence mostly no binary log and no flush for each commit.
    /// </summary>
    private static string Role(int? historyOf) => (historyOf is null ? "skip-log-bin" : string.Create(CultureInfo.InvariantCulture, $"""
        server-id = {historyOf}
        log-bin = binlog
        sync-binlog = 0
        gtid-mode = ON
        enforce-gtid-consistency = ON
        """)) + "\ninnodb-flush-log-at-trx-commit = 2";

    /// <summary>The one account, made with the data; root has no way in from the network.</summary>
    private static string Statements(string password) => $"""
        CREATE USER '{Account}'@'127.0.0.1' IDENTIFIED BY '{password}';
        GRANT ALL PRIVILEGES ON *.* TO '{Account}'@'127.0.0.1' WITH GRANT OPTION;
        """;

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
