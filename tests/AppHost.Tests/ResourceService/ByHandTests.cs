using Dugout.ResourceService;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.ResourceService;

/// <summary>What is done to programs from the dashboard, and what becomes of the dashboard itself.</summary>
public sealed class ByHandTests
{
    private const int NotFound = 5;
    private const long Succeeded = 1;
    private const long Failed = 2;

    [Fact]
    public async Task A_command_that_there_is_not_or_not_now_has_failed_and_says_so()
    {
        await using var app = new ServedApp();
        app.Bash("server", "exec sleep 1000");
        await app.StartAsync();
        await app.Client.RowAsync("server", "Running");

        var (kind, message) = await app.Client.ExecuteAsync("server", "paint");
        Assert.Equal((Failed, "server has no command 'paint'."), (kind, message));
        foreach (var command in (string[])["start", "thaw"])
        {
            (kind, message) = await app.Client.ExecuteAsync("server", command);
            Assert.Equal(Failed, kind);
            Assert.Contains("server is Running", message, StringComparison.Ordinal);
        }

        Assert.Equal((NotFound, null), await app.Client.AskAsync("ExecuteResourceCommand", new ProtoWriter().Text(1, "kill").Text(2, "nobody")));
    }

    [Fact]
    public async Task A_program_is_frozen_thawed_killed_started_restarted_and_stopped_from_the_page()
    {
        await using var app = new ServedApp();
        app.Bash("server", "exec sleep 1000");
        await app.StartAsync();
        var first = Rows.ProcessOf(await app.Client.RowAsync("server", "Running"));

        await ExecuteAsync("freeze");
        var frozen = await app.Client.RowAsync("server", "Frozen", row => Rows.StateOf(row, "thaw") == 0);
        // A signal is obeyed when its process is on the processor next.
        for (var n = 0; n < 1_000 && ProcessState(first) != "T"; n++)
            await Task.Delay(10, TestContext.Current.CancellationToken);
        Assert.Equal((first, "T", 2L), (Rows.ProcessOf(frozen), ProcessState(first), Rows.StateOf(frozen, "freeze")));
        await ExecuteAsync("thaw");
        await app.Client.RowAsync("server", "Running");
        Assert.NotEqual("T", ProcessState(first));

        await ExecuteAsync("kill");
        await app.Client.RowAsync("server", "Exited", row => Rows.StateOf(row, "start") == 0);
        await ExecuteAsync("start");
        var second = Rows.ProcessOf(await app.Client.RowAsync("server", "Running"));
        await ExecuteAsync("restart");
        var third = Rows.ProcessOf(await app.Client.RowAsync("server", "Running", row => Rows.ProcessOf(row) != second));
        Assert.Equal(3, new HashSet<int> { first, second, third }.Count);
        await ExecuteAsync("stop");
        // With the code of a program that the signal ended.
        await app.Client.RowAsync("server", "Exited");
        Assert.False(Directory.Exists($"/proc/{third}"));

        async Task ExecuteAsync(string command) => Assert.Equal((command, Succeeded), (command, (await app.Client.ExecuteAsync("server", command)).Kind));
    }

    /// <summary>What else has ended is somebody else's to start, and not started with it.</summary>
    [Fact]
    public async Task The_dashboards_death_is_survived()
    {
        await using var app = new ServedApp();
        app.Bash("server", "exec sleep 1000");
        app.Bash("other", "exec sleep 1000");
        await app.StartAsync();
        var (first, server) = (Rows.ProcessOf(await app.Client.RowAsync("dashboard", "Running")), Rows.ProcessOf(await app.Client.RowAsync("server", "Running")));
        Signals.Send(Rows.ProcessOf(await app.Client.RowAsync("other", "Running")), Signals.Kill);
        await app.Client.RowAsync("other", "Exited");

        Signals.Send(first, Signals.Kill);

        await app.Client.RowAsync("dashboard", "Running", row => Rows.ProcessOf(row) != first);
        var rows = (await app.Client.RowsAsync()).ToDictionary(row => row.Text(3));
        Assert.Equal(("Running", server, "Exited"), (rows["server"].Text(5), Rows.ProcessOf(rows["server"]), rows["other"].Text(5)));
    }

    [Fact]
    public async Task The_dashboard_is_told_where_to_ask_and_stopped_before_what_it_asks()
    {
        using var folder = new TestFolder();
        var file = Path.Combine(folder.Path, "served");
        // Its last act is to reach the service.
        await using (var app = new ServedApp(
            "at=${ASPIRE_RESOURCE_SERVICE_ENDPOINT_URL#http://}; trap 'exec 3<>/dev/tcp/${at%:*}/${at#*:} && echo \"$DASHBOARD__RESOURCESERVICECLIENT__AUTHMODE\" > " + file
            + "; exit 0' TERM; echo up; while :; do sleep 0.05; done"))
        {
            await app.StartAsync();
            await foreach (var _ in app.Client.WatchAsync("WatchResourceConsoleLogs", new ProtoWriter().Text(1, "dashboard")))
                break;
        }

        Assert.Equal("ApiKey\n", await File.ReadAllTextAsync(file));
    }

    private static string ProcessState(int process) => File.ReadAllText($"/proc/{process}/stat").Split(')')[^1].Trim()[..1];
}
