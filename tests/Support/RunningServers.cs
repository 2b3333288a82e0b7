using System.Globalization;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.MySql;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Tests.Support;

/// <summary>What a test adds to the model before it starts: processes that use the servers, further checks.</summary>
/// <param name="builder">The application.</param>
/// <param name="mysql">The database.</param>
/// <param name="redis">Redis.</param>
public delegate void AddResources(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis);

/// <summary>
/// A primary of either engine, its replicas and Redis, started as the AppHost starts them, on random ports. When the test
/// process is killed they end too.
/// </summary>
public sealed class RunningServers : IAsyncDisposable
{
    private readonly RunFolder _folder;
    private readonly MySqlCluster _mysql;
    private readonly IResourceWithConnectionString _redis;

    private RunningServers(RunFolder folder, ServerPrograms programs, DistributedApplication app, MySqlCluster mysql, IResourceWithConnectionString redis)
    {
        (Database, RedisProgram) = (programs.Database, programs.Redis);
        _folder = folder;
        App = app;
        _mysql = mysql;
        _redis = redis;
    }

    /// <summary>The application.</summary>
    public DistributedApplication App { get; }

    /// <summary>The run folder they lie in.</summary>
    public RunFolder Folder => _folder;

    /// <summary>How many replicas follow the primary.</summary>
    public int ReadReplicas => _mysql.Replicas.Count;

    /// <summary>The engine in Pomelo's spelling.</summary>
    public string ServerVersion => _mysql.ServerVersion;

    /// <summary>The program that the database servers run.</summary>
    public DatabaseProgram Database { get; }

    /// <summary>Starts them in a folder, on its data if it has any, and returns when all are healthy.</summary>
    /// <param name="path">The run folder.</param>
    /// <param name="readReplicas">How many replicas follow the primary.</param>
    /// <param name="add">Adds further resources; their health is waited for, too.</param>
    /// <param name="engine">The engine of the database. MySQL may come from the release that only tests may take it from.</param>
    /// <param name="topology">Whether Redis is one server or a cluster.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartFailedException">The machine or the folder doesn't allow it.</exception>
    public static async Task<RunningServers> StartAsync(
        string path, int readReplicas = 1, AddResources? add = null, DatabaseEngine engine = DatabaseEngine.MariaDb, RedisTopology topology = RedisTopology.Single, CancellationToken cancellation = default)
    {
        // Downloads announce themselves; a silent test run that takes ten seconds longer the first time would look stuck.
        var settings = ServerSettings.FromEnvironment() with { Engine = engine, RedisTopology = topology, MySqlDownload = MySqlDownloadSource.Sid };
        var programs = await ServerPrograms.FindAsync(settings, Console.Error.WriteLine, cancellation);
        var folder = await RunFolder.TakeAsync(path, reset: false, Console.Error.WriteLine, cancellation);
        DistributedApplication? app = null;
        try
        {
            var builder = AspireApplication.CreateBuilder();
            builder.Services.AddLogging(logging => logging.ClearProviders());
            builder.UseServers(folder, programs, Console.Error.WriteLine);
            var mysql = builder.AddMySqlCluster("mysql").WithReadReplicas(readReplicas);
            var redis = builder.AddRedisServer("redis");
            add?.Invoke(builder, mysql, redis);

            app = builder.Build();
            if (await Readiness.StartAsync(app, cancellation).WaitAsync(Wait.StartPatience, cancellation) is { } failure)
                throw new InvalidOperationException(failure);
            return new(folder, programs, app, mysql, redis.Resource);
        }
        catch
        {
            if (app is not null)
                await app.DisposeAsync();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>How an account reaches the primary.</summary>
    public string Primary(DatabaseAccount account) => Filled(_mysql.Primary.Resource.ConnectionStringFor(account));

    /// <summary>How an account reaches the n-th replica, counting from 1.</summary>
    public string Replica(DatabaseAccount account, int n = 1) => Filled(_mysql.Replicas[n - 1].Resource.ConnectionStringFor(account));

    /// <summary>The program that Redis runs.</summary>
    public ServerProgram RedisProgram { get; }

    /// <summary>How to reach Redis, in StackExchange.Redis' form.</summary>
    public string Redis => Filled(_redis.ConnectionStringExpression);

    /// <summary>The process id of a resource.</summary>
    public async Task<int> ProcessOfAsync(string resource, CancellationToken cancellation = default)
    {
        var now = await App.ResourceNotifications.WaitForResourceAsync(resource, _ => true, cancellation);
        return now.Snapshot.ProcessId() ?? throw new InvalidOperationException($"{resource} has no process.");
    }

    /// <summary>Returns when every replica has applied what the primary had committed at the time of the call.</summary>
    /// <exception cref="TimeoutException">One hasn't within thirty seconds.</exception>
    public async Task CaughtUpAsync(CancellationToken cancellation = default)
    {
        var (present, wait) = Database is MySqlProgram
            ? ("REPLACE(@@GLOBAL.gtid_executed, '\n', '')", "WAIT_FOR_EXECUTED_GTID_SET")
            : ("@@GLOBAL.gtid_binlog_pos", "MASTER_GTID_WAIT");
        var position = await ScalarAsync(Primary(DatabaseAccount.Checks), $"SELECT {present}", cancellation);
        for (var n = 1; n <= _mysql.Replicas.Count; n++)
        {
            var answer = await ScalarAsync(Replica(DatabaseAccount.Checks, n), $"SELECT {wait}('{position}', 30.0)", cancellation);
            if (Convert.ToInt32(answer, CultureInfo.InvariantCulture) != 0)
                throw new TimeoutException($"Replica {n} did not reach {position} within thirty seconds.");
        }
    }

    /// <summary>Stops everything. Data stay in the folder.</summary>
    public async ValueTask DisposeAsync()
    {
        await App.StopAsync();
        await App.DisposeAsync();
        _folder.Dispose();
    }

    private static async Task<object?> ScalarAsync(string connectionString, string sql, CancellationToken cancellation)
    {
        await using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync(cancellation);
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return await command.ExecuteScalarAsync(cancellation);
    }

    /// <summary>Everything has its port by now, so nothing is waited for.</summary>
    private static string Filled(ReferenceExpression expression)
    {
        var value = expression.GetValueAsync(CancellationToken.None);
        return value.IsCompletedSuccessfully ? value.Result! : throw new InvalidOperationException("A port is not known yet.");
    }
}
