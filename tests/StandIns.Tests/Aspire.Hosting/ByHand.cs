// What somebody at the dashboard does: commands of every program, and resources that wait for the first of them.
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

public class ByHand
{
    [Fact]
    public async Task A_program_is_stopped_and_started_again_alone()
    {
        await using var host = new AppHostUnderTest();
        var server = host.Bash("server", "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done");
        host.Forever("client").WaitFor(server);
        await host.StartAsync();
        var (first, client) = ((await host.Becomes("server", "Running")).Pid(), (await host.Becomes("client", "Running")).Pid());
        await host.Output("server");
        Assert.Equal((ResourceCommandState.Hidden, ResourceCommandState.Enabled), (Offered(host, server.Resource, "start"), Offered(host, server.Resource, "stop")));

        await RunAsync(host, server.Resource, "stop");
        Assert.Equal(0, (await host.Becomes("server", "Finished")).ExitCode);
        Assert.Equal((ResourceCommandState.Enabled, ResourceCommandState.Hidden), (Offered(host, server.Resource, "start"), Offered(host, server.Resource, "stop")));

        await RunAsync(host, server.Resource, "start");
        var second = await host.Becomes("server", "Running");
        Assert.NotEqual(first, second.Pid());
        Assert.Null(second.ExitCode);
        await RunAsync(host, server.Resource, "restart");
        var third = await host.Becomes("server", "another process", snapshot => snapshot.State?.Text == "Running" && snapshot.Pid() != second.Pid());
        Assert.NotEqual(first, third.Pid());
        Assert.Equal(client, (await host.Becomes("client", "Running")).Pid());
    }

    [Fact]
    public async Task A_start_of_what_runs_begins_nothing_and_two_at_once_begin_one()
    {
        await using var host = new AppHostUnderTest();
        using var folder = new TemporaryFolder();
        var server = host.Bash("server", $"echo $$ >> {folder.PathOf("starts")}; exec sleep 1000").WithExplicitStart();
        await host.StartAsync();

        await Task.WhenAll(RunAsync(host, server.Resource, "start"), RunAsync(host, server.Resource, "start"));
        await host.Becomes("server", "Running");
        await RunAsync(host, server.Resource, "start");
        await RunAsync(host, server.Resource, "stop");

        Assert.Single(await File.ReadAllLinesAsync(folder.PathOf("starts"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_resource_that_waits_to_be_started_is_started_by_hand_and_stopped_with_the_others()
    {
        await using var host = new AppHostUnderTest();
        var job = host.Forever("job").WithExplicitStart();
        host.Forever("server");
        await host.StartAsync();
        await host.Becomes("server", "Running");
        Assert.Equal("NotStarted", host.StateOf("job"));

        await RunAsync(host, job.Resource, "start");
        var pid = (await host.Becomes("job", "Running")).Pid();
        await host.App.StopAsync(TestContext.Current.CancellationToken);
        Assert.False(Directory.Exists($"/proc/{pid}"));
    }

    [Fact]
    public async Task A_command_of_ones_own_has_its_name_words_and_state()
    {
        await using var host = new AppHostUnderTest();
        var server = host.Forever("server").WithCommand("paint", "Paint", _ => Task.FromResult(CommandResults.Failure("no colour")), new CommandOptions
        {
            ConfirmationMessage = "Sure?",
            IconName = "PaintBrush",
            IsHighlighted = true,
            UpdateState = context => context.ResourceSnapshot.State?.Text == "Running" ? ResourceCommandState.Disabled : ResourceCommandState.Enabled,
        });
        await host.StartAsync();
        await host.Becomes("server", "Running");

        var command = Command(server.Resource, "paint");
        Assert.Equal(("Paint", "Sure?", "PaintBrush", true), (command.DisplayName, command.ConfirmationMessage, command.IconName, command.IsHighlighted));
        Assert.Equal(ResourceCommandState.Disabled, Offered(host, server.Resource, "paint"));
        var result = await command.ExecuteCommand(Context(host, server.Resource));
        Assert.Equal((false, "no colour"), (result.Success, result.Message));
    }

    [Fact]
    public async Task Lines_are_watched_until_the_watcher_has_seen_enough()
    {
        await using var host = new AppHostUnderTest();
        host.Bash("talker", "echo one; exec sleep 1000");
        await host.StartAsync();
        await host.Output("talker");
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (var _ in host.Logs.WatchAsync("talker").WithCancellation(enough.Token))
                await enough.CancelAsync();
        });
        await foreach (var lines in host.Logs.GetAllAsync("talker"))
            Assert.Equal(["one"], lines.Select(line => line.Content));
    }

    private static ResourceCommandAnnotation Command(IResource resource, string name) => resource.Annotations.OfType<ResourceCommandAnnotation>().Single(command => command.Name == name);

    private static ResourceCommandState Offered(AppHostUnderTest host, IResource resource, string name) =>
        host.App.ResourceNotifications.TryGetCurrentState(resource.Name, out var now)
            ? Command(resource, name).UpdateState(new UpdateCommandStateContext { ResourceSnapshot = now.Snapshot, ServiceProvider = host.App.Services })
            : throw new InvalidOperationException($"{resource.Name} is unknown.");

    private static async Task RunAsync(AppHostUnderTest host, IResource resource, string name) =>
        Assert.True((await Command(resource, name).ExecuteCommand(Context(host, resource))).Success);

    private static ExecuteCommandContext Context(AppHostUnderTest host, IResource resource) => new()
    {
        ServiceProvider = host.App.Services,
        ResourceName = resource.Name,
        CancellationToken = TestContext.Current.CancellationToken,
        Logger = NullLogger.Instance,
#if UPSTREAM_PACKAGES
#pragma warning disable ASPIREINTERACTION001 // The package wants it said that there are none, by a type it calls experimental.
        Arguments = new([]),
#pragma warning restore ASPIREINTERACTION001
#endif
    };
}
