using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>However a run ends, nothing of it is left and the next one starts with the same data.</summary>
public sealed class StartAndStopTests
{
    private static readonly string[] Small = ["--replicas", "1", "--accounts", "3", "--dashboard", "off"];

    [Theory]
    [InlineData(Signals.Terminate, false)]
    [InlineData(Signals.Interrupt, false)]
    [InlineData(Signals.Terminate, true)]
    [InlineData(Signals.Kill, false)]
    [InlineData(Signals.Kill, true)]
    public async Task A_signal_ends_everything_and_the_next_start_keeps_the_data(int signal, bool throughDotnetRun)
    {
        using var folder = new TestFolder();
        await using var first = throughDotnetRun ? AppHostProcess.DotnetRun(folder.Path, Small) : AppHostProcess.Start(folder.Path, Small);
        var processes = Processes(await first.ReadyAsync());
        Assert.Equal(7, processes.Count);

        first.Signal(signal);
        var code = await first.EndAsync();

        if (signal != Signals.Kill)
        {
            Assert.Contains(code, (int[])[0, 128 + signal]);
            Assert.DoesNotContain(processes, IsAlive);
            Assert.False(File.Exists(first.RunFile));
        }

        await using var second = AppHostProcess.Start(folder.Path, Small);
        await second.ReadyAsync();
        Assert.DoesNotContain(processes, IsAlive);
        Assert.Contains("Seeded the accounts fan1@dugout.test to fan3@dugout.test", first.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("Seeded", second.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_start_begins_with_the_data_of_a_snapshot_where_it_is_told_to()
    {
        using var folder = new TestFolder();
        foreach (var (settings, seeds) in ((string, bool)[])[("", true), ("--save-snapshot=whole", false), ("--reset", true), ("--restore-snapshot=whole", false)])
        {
            await using var system = AppHostProcess.Start(folder.Path, [.. Small, .. settings.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
            await system.ReadyAsync();
            system.Signal(Signals.Terminate);
            await system.EndAsync();
            Assert.Equal((settings, seeds), (settings, system.Output.Contains("Seeded", StringComparison.Ordinal)));
        }

        await using var refused = AppHostProcess.Start(folder.Path, [.. Small, "--restore-snapshot=half"]);

        Assert.Equal(1, await refused.EndAsync());
        var line = Assert.Single(refused.Lines);
        Assert.Contains("'half'", line, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_killed_process_is_shown_with_its_end_and_comes_back()
    {
        using var folder = new TestFolder();
        await using var system = AppHostProcess.Start(folder.Path, Small);
        var before = Resource(await system.ReadyAsync(), "worker").Pid;

        Signals.Send(before, Signals.Kill);

        (int Pid, string? State, string? Restarts) now;
        for (var deadline = DateTime.UtcNow.AddSeconds(60); ; await Task.Delay(50))
        {
            // It is replaced in one step, so whoever reads it reads a whole one.
            using var file = JsonDocument.Parse(await File.ReadAllTextAsync(system.RunFile));
            now = Resource(file.RootElement, "worker");
            if (now is { State: "running", Restarts: "1 in a row, started again" } && now.Pid != before)
                break;
            Assert.True(DateTime.UtcNow < deadline, system.Output);
        }

        Assert.Contains("worker ended by a signal: 1 in a row, the next start in 0.5 s", system.Output, StringComparison.Ordinal);
        Assert.Contains("Ended by a signal: 1 in a row", await File.ReadAllTextAsync(Path.Combine(folder.Path, "logs/worker.log")), StringComparison.Ordinal);

        static (int Pid, string? State, string? Restarts) Resource(JsonElement runFile, string name)
        {
            var resource = runFile.GetProperty("resources").GetProperty(name);
            return (resource.GetProperty("pid") is { ValueKind: JsonValueKind.Number } pid ? pid.GetInt32() : 0, resource.GetProperty("state").GetString(), resource.GetProperty("restarts").GetString());
        }
    }

    [Fact]
    public async Task A_taken_port_is_one_clear_line()
    {
        using var folder = new TestFolder();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;

        await using var refused = AppHostProcess.Start(folder.Path, port, Small);

        Assert.Equal(1, await refused.EndAsync());
        Assert.Contains($"{port}", refused.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", refused.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_folder_in_use_is_one_clear_line_and_disturbs_nobody()
    {
        using var folder = new TestFolder();
        await using var first = AppHostProcess.Start(folder.Path, Small);
        var processes = Processes(await first.ReadyAsync());

        await using var refused = AppHostProcess.Start(folder.Path, Small);

        Assert.Equal(1, await refused.EndAsync());
        var line = Assert.Single(refused.Lines);
        Assert.Contains(folder.Path, line, StringComparison.Ordinal);
        Assert.All(processes, process => Assert.True(IsAlive(process)));
    }

    [Theory]
    [InlineData("--seats", "--seats")]
    [InlineData("--replicas=none", "none")]
    [InlineData("--replicas=0", "--replicas")]
    [InlineData("--accounts=1000001", "1000001")]
    [InlineData("--season=soon", "soon")]
    [InlineData("--servers=cloud", "cloud")]
    [InlineData("--servers=external", "--mysql")]
    [InlineData("--mysql=Server=127.0.0.1;Wrong=1", "--redis")]
    [InlineData("--engine=oracle", "oracle")]
    [InlineData("--mysql-download=stable", "stable")]
    [InlineData("--dashboard=maybe", "maybe")]
    [InlineData("--restarts=perhaps", "perhaps")]
    [InlineData("--volume=huge", "huge")]
    public async Task A_setting_that_cannot_be_read_is_one_line_that_names_it(string setting, string named)
    {
        using var folder = new TestFolder();

        await using var refused = AppHostProcess.Start(folder.Path, setting);

        Assert.Contains(await refused.EndAsync(), (int[])[1, 64]);
        var line = Assert.Single(refused.Lines);
        Assert.Contains(named, line, StringComparison.Ordinal);
        Assert.Empty(Directory.Exists(folder.Path) ? Directory.GetFileSystemEntries(folder.Path) : []);
    }

    private static List<int> Processes(JsonElement runFile) =>
    [
        .. runFile.GetProperty("resources").EnumerateObject()
            .Where(resource => resource.Value.GetProperty("pid").ValueKind == JsonValueKind.Number)
            .Select(resource => resource.Value.GetProperty("pid").GetInt32()),
    ];

    private static bool IsAlive(int process) => Directory.Exists($"/proc/{process}");
}
