using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.External;
using Dugout.Infrastructure.Servers.Redis;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>External servers: here those of another system on this machine, independent of the one under test.</summary>
public sealed class ExternalServersTests : IDisposable
{
    private const string Administrator = "administrator";
    private const string Password = "of-these-tests-alone";

    private readonly TestFolder _theirs = new();
    private readonly TestFolder _ours = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _theirs.Dispose();
        _ours.Dispose();
    }

    [Fact]
    public async Task A_system_runs_on_servers_it_is_told_of_with_accounts_of_its_own()
    {
        await using var theirs = await RunningServers.StartAsync(_theirs.Path, readReplicas: 1, add: AddAdministrator, engine: TestServers.EngineOfThisRun, cancellation: Stop);
        var administrator = AsAdministrator(theirs);
        var servers = await SystemServers.ChooseAsync(
            new() { MySql = administrator, MySqlReplicas = [theirs.Replica(DatabaseAccount.Checks)], Redis = theirs.Redis }, _ => { }, Stop);
        using var folder = await RunFolder.TakeAsync(_ours.Path, reset: false, _ => { }, Stop);
        // They have accounts of the same names for this machine, which the server prefers to those for everybody.
        File.Copy(theirs.Folder.In("secrets.json"), folder.In("secrets.json"));
        var builder = AspireApplication.CreateBuilder();
        builder.Services.AddLogging(logging => logging.ClearProviders());
        builder.UseServers(folder, servers, _ => { });
        var mysql = builder.AddMySqlCluster("mysql").WithReadReplicas(3);
        builder.AddRedisServer("redis");
        await using var app = builder.Build();

        await app.StartAsync(Stop);

        Assert.Null(await Readiness.WaitAsync(app, Stop).WaitAsync(TimeSpan.FromSeconds(60), Stop));
        Assert.Single(mysql.Replicas);
        Assert.Equal(theirs.ServerVersion, mysql.ServerVersion);
        Assert.Equal($"{theirs.Database} and Redis, run externally", servers.Described);
        Assert.Equal("administrator,app,bare,checks,migrator,replication", await Sql.ScalarAsync(administrator, "SELECT GROUP_CONCAT(User ORDER BY User) FROM mysql.user WHERE Host = '%'"));
        Assert.Equal("dugout", await Sql.ScalarAsync(await AsAsync(mysql.Replicas[0], DatabaseAccount.App), "SELECT DATABASE()"));
        await using (await RunFile.WriteAsync(app, folder, Stop))
            Assert.Contains($"\"engine\": \"{theirs.Database}\"", await File.ReadAllTextAsync(folder.RunFile, Stop), StringComparison.Ordinal);
        await app.StopAsync(Stop);
        // External servers are not stopped.
        Assert.Equal("1", await Sql.ScalarAsync(administrator, "SELECT 1"));
    }

    [Fact]
    public async Task A_primary_that_is_not_there_is_one_line()
    {
        var refused = await RefusedAsync(new() { MySql = "Server=127.0.0.1;Port=1;User ID=root;Password=secret-word;Connection Timeout=1", Redis = "127.0.0.1:1" });

        Assert.StartsWith("--mysql: the primary cannot be reached: ", refused, StringComparison.Ordinal);
        Assert.DoesNotContain("secret-word", refused, StringComparison.Ordinal);
    }

    /// <summary>A start would else wait for them for ever.</summary>
    [Fact]
    public async Task So_are_a_redis_and_a_replica_that_are_not_there()
    {
        await using var theirs = await RunningServers.StartAsync(_theirs.Path, add: AddAdministrator, engine: TestServers.EngineOfThisRun, cancellation: Stop);
        var there = new ServerSettings { MySql = AsAdministrator(theirs), Redis = theirs.Redis };

        Assert.StartsWith("--redis: Redis cannot be reached: ", await RefusedAsync(there with { Redis = "127.0.0.1:1" }), StringComparison.Ordinal);
        Assert.StartsWith("--redis: Redis cannot be reached: the connection string has no host and port", await RefusedAsync(there with { Redis = "127.0.0.1:redis" }), StringComparison.Ordinal);
        var wrong = await RefusedAsync(there with { Redis = theirs.Redis[..^1] });
        Assert.StartsWith("--redis: Redis cannot be reached: -WRONGPASS", wrong, StringComparison.Ordinal);
        Assert.DoesNotContain(theirs.Redis[^8..^1], wrong, StringComparison.Ordinal);
        Assert.StartsWith(
            "--mysql-replica: a replica cannot be reached: ", await RefusedAsync(there with { MySqlReplicas = ["Server=127.0.0.1;Port=1;User ID=root;Connection Timeout=1"] }), StringComparison.Ordinal);
    }

    /// <summary>As StackExchange.Redis reads them.</summary>
    [Theory]
    [InlineData("cache.example:6380,password=word,ssl=false", "cache.example", 6380, "word")]
    [InlineData("cache.example, password=word", "cache.example", 6379, "word")]
    [InlineData("127.0.0.1:7000", "127.0.0.1", 7000, null)]
    [InlineData("Password = two words , abortConnect=false, cache.example:6380", "cache.example", 6380, "two words")]
    [InlineData("one.example:1, two.example:2", "one.example", 1, null)]
    [InlineData("[::1]:6380,password=a=b", "[::1]", 6380, "a=b")]
    public void Where_a_redis_is_stands_in_its_connection_string(string text, string host, int port, string? password) =>
        Assert.Equal(new RedisAddress(host, port, User: null, password), RedisAddress.Of(text));

    [Theory]
    [InlineData("", "the connection string has no host and port")]
    [InlineData(":6379", "the connection string has no host and port")]
    [InlineData("password=word", "the connection string has no host and port")]
    [InlineData("cache.example:70000", "the connection string has no host and port")]
    [InlineData("redis://:word@cache.example", "the connection string has no host and port")]
    [InlineData("redis://:word@cache.example:6379", "the connection string has no host and port")]
    [InlineData("cache.example:6380, ssl = True", "it requires TLS, which these checks do not support")]
    public void What_is_no_address_of_a_redis_is_told(string text, string complaint) =>
        Assert.Equal(complaint, Assert.Throws<FormatException>(() => RedisAddress.Of(text)).Message);

    [Fact]
    public async Task What_is_no_connection_string_is_one_line() =>
        Assert.StartsWith("--mysql, --mysql-replica: the value is not a connection string", await RefusedAsync(new() { MySql = "Sever=127.0.0.1", Redis = "127.0.0.1:1" }), StringComparison.Ordinal);

    [Fact]
    public async Task Addresses_go_with_external_servers_alone() =>
        Assert.Contains("--servers external", await RefusedAsync(new() { Mode = ServerMode.Process, MySql = "Server=127.0.0.1" }), StringComparison.Ordinal);

    [Theory]
    [InlineData("Ver 10.5.2-MariaDB", false, "10.5.2")]
    [InlineData("Ver 11.4.8-MariaDB-ubu2404-log", false, "11.4.8")]
    [InlineData("Ver 8.4.0", true, "8.4.0")]
    [InlineData("Ver 9.7.4-2", true, "9.7.4")]
    public void Which_engine_it_is_the_server_says(string answer, bool isMySql, string version) =>
        Assert.Equal((isMySql, Version.Parse(version)), ExternalServers.VersionOf(answer));

    [Theory]
    [InlineData("Ver 10.5.1-MariaDB-log", "--mysql: the server's version 10.5.1 is older than 10.5.2.")]
    [InlineData("Ver 8.3.9", "--mysql: the server's version 8.3.9 is older than 8.4.")]
    [InlineData("Ver one", "--mysql: the server reports 'Ver one', which is neither MariaDB nor MySQL.")]
    public void One_that_is_too_old_or_of_another_kind_is_one_line(string answer, string line) =>
        Assert.Equal(line, Assert.Throws<StartFailedException>(() => ExternalServers.VersionOf(answer)).Message);

    /// <summary>In spellings that are an address to a program of .NET, and none to this AppHost, so that it goes on and starts something.</summary>
    [Fact]
    public async Task Whatever_is_started_inherits_no_administrators_password()
    {
        using var machine = new ScriptedMachine(cache: "cache");
        foreach (var engine in (string[])["docker", "podman"])
            machine.Script(engine, $"env >> '{machine.Folder}/inherited'; exit 1");
        var environment = new Dictionary<string, string>
        {
            ["PATH"] = $"{machine.Folder}:{Environment.GetEnvironmentVariable("PATH")}",
            ["CONNECTIONSTRINGS__MYSQL"] = $"Server=127.0.0.1;User ID={Administrator};Password={Password}",
            ["CONNECTIONSTRINGS__MYSQL_REPLICA_1"] = $"Server=127.0.0.1;User ID={Administrator};Password={Password}",
            ["ConnectionStrings__Redis"] = $"127.0.0.1:1,password={Password}",
            ["SOMETHING_ELSE"] = "is handed down",
        };
        await using var appHost = AppHostProcess.Start(Path.Combine(_ours.Path, "run"), environment, "--servers", "container");

        Assert.Equal(1, await appHost.EndAsync());

        var inherited = machine.Noted("inherited");
        Assert.Contains("SOMETHING_ELSE=is handed down", inherited);
        Assert.DoesNotContain(inherited, line => line.Contains(Password, StringComparison.Ordinal));
    }

    private static string AsAdministrator(RunningServers servers) =>
        new MySqlConnectionStringBuilder(servers.Primary(DatabaseAccount.Checks)) { UserID = Administrator, Password = Password, Database = "" }.ConnectionString;

    private static async Task<string> RefusedAsync(ServerSettings settings)
    {
        var refused = (await Assert.ThrowsAsync<StartFailedException>(() => SystemServers.ChooseAsync(settings, _ => { }, Stop))).Message;
        Assert.DoesNotContain('\n', refused);
        return refused;
    }

    private static async Task<string> AsAsync(IResourceBuilder<IMySqlServerResource> server, DatabaseAccount account) =>
        (await server.Resource.ConnectionStringFor(account).GetValueAsync(Stop))!;

    /// <summary>Added to what the primary runs at its start; by root, as far as the server is concerned.</summary>
    private static void AddAdministrator(IDistributedApplicationBuilder builder, MySqlCluster mysql, IResourceBuilder<IResourceWithConnectionString> redis) =>
        builder.Eventing.Subscribe<BeforeStartEvent>((_, cancellation) => File.AppendAllTextAsync(
            Path.Combine(Path.GetDirectoryName(builder.KeyFolder())!, "config", "mysql-primary.sql"),
            $"CREATE USER '{Administrator}'@'%' IDENTIFIED BY '{Password}';\nGRANT ALL PRIVILEGES ON *.* TO '{Administrator}'@'%' WITH GRANT OPTION;\n",
            cancellation));
}
