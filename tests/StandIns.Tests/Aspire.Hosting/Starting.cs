// Order: a resource starts when what it waits for is healthy or complete, and not before.
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

public class Starting
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_resource_starts_when_what_it_waits_for_is_healthy()
    {
        await using var host = new AppHostUnderTest();
        var open = false;
        host.Builder.Services.AddHealthChecks().AddCheck("gate", () => Volatile.Read(ref open) ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("shut"));
        var server = host.Forever("server").WithHealthCheck("gate");
        host.Forever("client").WaitFor(server);

        await host.StartAsync();
        await host.App.ResourceNotifications.WaitForResourceAsync("server", update => update.Snapshot.HealthReports is [{ Description: "shut" }], Stop);
        Assert.Equal("Waiting", host.StateOf("client"));

        Volatile.Write(ref open, true);
        var client = await host.Becomes("client", "Running");
        var healthy = await host.App.ResourceNotifications.WaitForResourceHealthyAsync("server", Stop);
        Assert.True(client.StartTimeStamp >= healthy.Snapshot.HealthReports[0].LastRunAt);
    }

    [Fact]
    public async Task An_http_health_check_asks_the_program_itself()
    {
        await using var host = new AppHostUnderTest();
        var server = host.Builder.AddExecutable("server", "python3", "/", "-m", "http.server", "--bind", "127.0.0.1").WithHttpEndpoint().WithHttpHealthCheck("/etc/hostname");
        server.WithArgs(context => context.Args.Add(server.GetEndpoint("http").Property(EndpointProperty.TargetPort)));

        await host.StartAsync();
        await host.App.ResourceNotifications.WaitForResourceHealthyAsync("server", Stop);
        Assert.Contains("GET /etc/hostname", await host.Output("server"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_waits_for_a_resource_waits_for_its_ready_handlers()
    {
        await using var host = new AppHostUnderTest();
        var wired = new TaskCompletionSource();
        var primary = host.Forever("primary").OnResourceReady((_, _, stop) => wired.Task.WaitAsync(stop));
        host.Forever("api").WaitFor(primary);

        await host.StartAsync();
        await host.App.ResourceNotifications.WaitForResourceAsync("primary", update => update.Snapshot.HealthStatus is HealthStatus.Healthy, Stop);
        // Nothing says that something does not happen; a moment is far more than it would take.
        await Assert.ThrowsAsync<TimeoutException>(() => host.Becomes("api", "Running").WaitAsync(TimeSpan.FromMilliseconds(200), Stop));
        wired.SetResult();
        await host.Becomes("api", "Running");
    }

    [Fact]
    public async Task A_resource_starts_when_what_it_waits_for_has_completed()
    {
        await using var host = new AppHostUnderTest();
        using var folder = new TemporaryFolder();
        var migrator = host.Bash("migrator", $"read line < {folder.Fifo("go")}; exit 3");
        host.Forever("api").WaitForCompletion(migrator, exitCode: 3);

        await host.StartAsync();
        await host.Becomes("migrator", "Running");
        Assert.Equal("Waiting", host.StateOf("api"));
        await File.WriteAllTextAsync(folder.PathOf("go"), "go\n", Stop);
        await host.Becomes("api", "Running");
        Assert.Equal(3, (await host.Becomes("migrator", "Exited")).ExitCode);
    }

    [Theory]
    [InlineData("exit 1", "resource 'migrator' is Exited with exit code 1, expected exit code 0")]
    [InlineData("kill -9 $$", "resource 'migrator' is Exited with exit code 137, expected exit code 0")]
    public async Task A_resource_whose_dependency_failed_fails_and_says_why(string script, string reason)
    {
        await using var host = new AppHostUnderTest();
        var migrator = host.Bash("migrator", script);
        var api = host.Forever("api").WaitForCompletion(migrator);
        host.Forever("gateway").WaitFor(api);

        await host.StartAsync();
        Assert.Equal(reason, (await host.Becomes("api", "FailedToStart")).Property("failure"));
        Assert.Equal("resource 'api' is FailedToStart before it was healthy", (await host.Becomes("gateway", "FailedToStart")).Property("failure"));
    }

    [Fact]
    public async Task A_program_that_does_not_exist_fails_by_name()
    {
        await using var host = new AppHostUnderTest();
        host.Builder.AddExecutable("server", "no-such-program", "/");

        await host.StartAsync();
        Assert.Equal("its program 'no-such-program' was not found", (await host.Becomes("server", "FailedToStart")).Property("failure"));
    }

    [Fact]
    public async Task Resources_that_wait_for_each_other_are_refused()
    {
        await using var host = new AppHostUnderTest();
        var (a, b) = (host.Forever("a"), host.Forever("b"));
        a.WaitFor(b);
        b.WaitFor(a);

        var refusal = await Assert.ThrowsAsync<DistributedApplicationException>(host.StartAsync);
        Assert.Equal("resources wait for each other: a → b → a", refusal.Message);
    }

    [Fact]
    public async Task A_resource_without_a_process_lives_by_its_own_updates()
    {
        await using var host = new AppHostUnderTest();
        var server = host.Builder.AddResource(new ExternalServer("mysql")).OnInitializeResource((resource, @event, _) =>
            @event.Notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.Running }));
        var database = host.Builder.AddResource(new Database("orders", server.Resource));
        host.Bash("api", "echo $ConnectionStrings__orders").WithReference(database).WaitFor(database);

        await host.StartAsync();
        await host.Becomes("api", "Finished");
        Assert.Equal("Server=elsewhere;Database=orders", await host.Output("api"));
    }

    private sealed class ExternalServer(string name) : Resource(name);

    private sealed class Database(string name, ExternalServer parent) : Resource(name), IResourceWithParent<ExternalServer>, IResourceWithConnectionString
    {
        public ExternalServer Parent => parent;

        public ReferenceExpression ConnectionStringExpression => ReferenceExpression.Create($"Server=elsewhere;Database={Name}");
    }
}
