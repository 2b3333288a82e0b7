using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using Dugout.Infrastructure.Commands;
using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>What is done to servers from the dashboard, on servers of their own.</summary>
public sealed class CommandsTests
{
    private const int NoSuchTable = 1146;

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_replica_follows_late_until_it_is_told_not_to()
    {
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(folder.Path, engine: TestServers.EngineOfThisRun, cancellation: Stop);
        await Sql.RunAsync(servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE late (id INT PRIMARY KEY)");
        await servers.CaughtUpAsync(Stop);

        await DoneAsync(servers, "mysql-replica-1", "delay");
        await Sql.RunAsync(servers.Primary(DatabaseAccount.App), "INSERT INTO late VALUES (1)");
        Assert.Equal("0", await Sql.ScalarAsync(servers.Replica(DatabaseAccount.App), "SELECT COUNT(*) FROM late"));
        await IsSaidToBeWellAsync("delayed by 5 s, as configured");

        await DoneAsync(servers, "mysql-replica-1", "delay-end");
        // That its rows come proves nothing: with the delay they come as well, a little later.
        await IsSaidToBeWellAsync(null);
        await Sql.RunAsync(servers.Primary(DatabaseAccount.App), "INSERT INTO late VALUES (2)");
        await servers.CaughtUpAsync(Stop);
        Assert.Equal("2", await Sql.ScalarAsync(servers.Replica(DatabaseAccount.App), "SELECT COUNT(*) FROM late"));

        // Aspire asks what is well every half minute.
        Task IsSaidToBeWellAsync(string? how) => servers.App.ResourceNotifications
            .WaitForResourceAsync(
                "mysql-replica-1", update => update.Snapshot.HealthReports is [{ Status: HealthStatus.Healthy, Description: var received }] && received == how, Stop)
            .WaitAsync(TimeSpan.FromSeconds(60), Stop);
    }

    [Fact]
    public async Task Reset_data_are_gone_everywhere_and_who_used_them_begins_anew()
    {
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(folder.Path, add: (builder, mysql, _) =>
        {
            builder.AddExecutable("program", "sleep", "/", "1000").WaitFor(mysql);
            builder.AddExecutable("its-caller", "sleep", "/", "1000").WaitFor(builder.CreateResourceBuilder<ExecutableResource>("program"));
            builder.AddExecutable("bystander", "sleep", "/", "1000");
        }, engine: TestServers.EngineOfThisRun, cancellation: Stop);
        string[] resources = ["mysql-primary", "mysql-replica-1", "program", "its-caller", "redis", "bystander"];
        var before = await ProcessesAsync(servers, resources);
        await Sql.RunAsync(servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE gone (id INT PRIMARY KEY)");
        Assert.Equal(["+OK", "+OK"], await AskRedisAsync(servers, "SET gone 1"));

        await DoneAsync(servers, "mysql-primary", "reset-data");

        // Connections that were kept are of the servers before.
        MySqlConnection.ClearAllPools();
        Assert.Equal(NoSuchTable, await Sql.ErrorNumberAsync(servers.Primary(DatabaseAccount.App), "SELECT * FROM gone"));
        Assert.Equal(NoSuchTable, await Sql.ErrorNumberAsync(servers.Replica(DatabaseAccount.App), "SELECT * FROM gone"));
        Assert.Equal(["+OK", ":0"], await AskRedisAsync(servers, "EXISTS gone"));
        await Sql.RunAsync(servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE anew (id INT PRIMARY KEY)");
        await servers.CaughtUpAsync(Stop);
        Assert.Equal("0", await Sql.ScalarAsync(servers.Replica(DatabaseAccount.App), "SELECT COUNT(*) FROM anew"));
        var after = await ProcessesAsync(servers, resources);
        Assert.Equal([true, true, true, true, false, false], resources.Select(resource => before[resource] != after[resource]));
    }

    /// <summary>The primary is stopped last, so a second one could begin while the first is under way.</summary>
    [Fact]
    public async Task Two_resets_at_once_are_one()
    {
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(
            folder.Path, readReplicas: 0, add: (builder, mysql, _) => builder.AddExecutable("program", "sleep", "/", "1000").WaitFor(mysql), engine: TestServers.EngineOfThisRun, cancellation: Stop);

        var both = await Task.WhenAll(RunAsync(servers, "mysql-primary", "reset-data"), RunAsync(servers, "mysql-primary", "reset-data"));

        Assert.Single(both, result => result.Success);
        Assert.Equal("A reset is already running.", both.Single(result => !result.Success).Message);
    }

    [Fact]
    public async Task Nothing_is_stopped_for_a_reset_that_could_not_empty_Redis()
    {
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(folder.Path, readReplicas: 0, engine: TestServers.EngineOfThisRun, cancellation: Stop);
        var before = await ProcessesAsync(servers, ["mysql-primary"]);
        await DoneAsync(servers, "redis", KnownResourceCommands.StopCommand);

        var refused = await RunAsync(servers, "mysql-primary", "reset-data");

        Assert.Equal((false, "redis is not running, and the reset must empty it, too; start or thaw it first."), (refused.Success, refused.Message));
        Assert.Equal(before, await ProcessesAsync(servers, ["mysql-primary"]));
    }

    [Fact]
    public async Task Redis_is_emptied_and_goes_on()
    {
        using var folder = new TestFolder();
        await using var servers = await RunningServers.StartAsync(folder.Path, readReplicas: 0, cancellation: Stop);
        await AskRedisAsync(servers, "SET gone 1");

        await DoneAsync(servers, "redis", "reset-data");

        Assert.Equal(["+OK", ":0"], await AskRedisAsync(servers, "EXISTS gone"));
    }

    [Fact]
    public async Task A_load_run_that_cannot_start_says_so()
    {
        using var folder = new TestFolder();
        using var projects = new TestFolder();
        var project = Path.Combine(Directory.CreateDirectory(projects.Path).FullName, "Nowhere.csproj");
        await File.WriteAllTextAsync(project, "<Project />", Stop);
        await using var servers = await RunningServers.StartAsync(folder.Path, readReplicas: 0, add: (builder, _, _) =>
            LoadRunCommands.Add(builder, "load", project, builder.AddProject("gateway", project).WithExplicitStart())
                .WithAnnotation(new ExecutableAnnotation { Command = "/nowhere/program", WorkingDirectory = "/" }), cancellation: Stop);

        var result = await RunAsync(servers, "gateway", "load-run");

        Assert.False(result.Success);
        Assert.Equal("load could not start; see its log.", result.Message);
    }

    [Fact]
    public async Task A_gateway_is_told_its_policy_and_one_that_cannot_be_told_is_said_to_be_one()
    {
        var received = new List<string>();
        var hosting = WebApplication.CreateSlimBuilder();
        hosting.Logging.ClearProviders();
        await using var gateway = hosting.Build();
        gateway.Urls.Add("http://127.0.0.1:0");
        gateway.MapPut("/_gateway/policy", (JsonElement body) => received.Add(body.GetRawText()));
        await gateway.StartAsync(Stop);
        var address = gateway.Urls.Single();

        var done = await PolicyCommands.SwitchAsync(address, "LeastRequests", Stop);
        Assert.Equal((true, "The gateway balances by LeastRequests."), (done.Success, done.Message));
        Assert.Equal(["""{"policy":"LeastRequests"}"""], received);

        await gateway.StopAsync(Stop);
        var away = await PolicyCommands.SwitchAsync(address, "Random", Stop);
        Assert.False(away.Success);
        Assert.StartsWith("The gateway is unavailable", away.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_gateway_without_policies_to_choose_from_is_said_to_be_one()
    {
        var hosting = WebApplication.CreateSlimBuilder();
        hosting.Logging.ClearProviders();
        await using var gateway = hosting.Build();
        gateway.Urls.Add("http://127.0.0.1:0");
        await gateway.StartAsync(Stop);

        var result = await PolicyCommands.SwitchAsync(gateway.Urls.Single(), "Random", Stop);

        Assert.Equal((false, "This gateway has no /_gateway/policy; set its policy with Gateway:Policy and restart it."), (result.Success, result.Message));
    }

    private static async Task DoneAsync(RunningServers servers, string resource, string command)
    {
        var result = await RunAsync(servers, resource, command);
        Assert.True(result.Success, result.Message);
    }

    private static Task<ExecuteCommandResult> RunAsync(RunningServers servers, string resource, string command) =>
        servers.App.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(
            servers.App.Services.GetRequiredService<DistributedApplicationModel>().Resources.Single(one => one.Name == resource), command, Stop).WaitAsync(TimeSpan.FromMinutes(3), Stop);

    private static async Task<Dictionary<string, int>> ProcessesAsync(RunningServers servers, string[] resources)
    {
        var processes = new Dictionary<string, int>();
        foreach (var resource in resources)
            processes[resource] = await servers.ProcessOfAsync(resource, Stop);
        return processes;
    }

    /// <summary>One command after the password, by hand.</summary>
    /// <returns>What Redis answers to the password, and to the command.</returns>
    private static async Task<string[]> AskRedisAsync(RunningServers servers, string command)
    {
        var (port, password) = (servers.Redis.Split(':', ',')[1], servers.Redis.Split("password=")[1]);
        using var client = new TcpClient("127.0.0.1", int.Parse(port, CultureInfo.InvariantCulture));
        await using var stream = client.GetStream();
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"AUTH {password}\r\n{command}\r\n"), Stop);
        using var reader = new StreamReader(stream, Encoding.ASCII);
        return [await reader.ReadLineAsync(Stop) ?? "", await reader.ReadLineAsync(Stop) ?? ""];
    }
}
