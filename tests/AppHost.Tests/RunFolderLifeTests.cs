using System.Text.Json;
using System.Text.Json.Nodes;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.WholeSystem;

namespace Dugout.AppHost.Tests;

/// <summary>
/// However a run ends, nothing of it is left running and the next one starts with the same data. A start of the whole system is what these tests cost,
/// so one run folder is followed through several starts, and of every one all is asked that can be asked there.
/// </summary>
public sealed class RunFolderLifeTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>
    /// The name has spaces and letters of several scripts; snapshots are saved and restored. The second run finds the folder as an earlier commit left it, before there were two engines, logs, a folder
    /// for temporary tables and accounts for measurements and for commands: missing parts are created, existing ones stay. It is killed with <c>dotnet run</c> around it. The next has its data, starts
    /// where nothing can be fetched, and is killed, too.
    /// </summary>
    [Fact]
    public async Task A_folder_with_an_odd_name_goes_through_every_end_and_its_snapshot_comes_back()
    {
        using var parent = new TestFolder();
        var folder = Path.Combine(parent.Path, "두산 베어스 run #1 ü");

        await using (var first = AppHostProcess.Start(folder, Small))
        {
            var processes = await IsWholeAsync(first, seeds: true);
            Assert.Equal(8, processes.Count);
            Assert.Contains("Seeded the accounts fan1@dugout.test to fan3@dugout.test", first.Output, StringComparison.Ordinal);

            await using (var refused = AppHostProcess.Start(folder, Small))
            {
                Assert.Equal(1, await refused.EndAsync());
                var line = Assert.Single(refused.Lines);
                Assert.Contains(folder, line, StringComparison.Ordinal);
                Assert.All(processes, process => Assert.True(IsAlive(process)));
            }

            await EndsAsync(first, Signals.Terminate, processes);
        }

        // An earlier commit had MariaDB alone.
        if (TestServers.EngineOfThisRun == DatabaseEngine.MariaDb)
            await LooksLikeAnEarlierCommitsAsync(folder);
        List<int> killed;
        await using (var saved = AppHostProcess.DotnetRun(folder, [.. Small, "--save-snapshot=whole"]))
        {
            killed = await IsWholeAsync(saved, seeds: false);
            await EndsAsync(saved, Signals.Kill, killed);
        }

        using var machine = new MachineWithoutNetwork();
        await using (var offline = AppHostProcess.Start(folder, machine.Environment, Small))
        {
            var processes = await IsWholeAsync(offline, seeds: false);
            Assert.DoesNotContain(killed, IsAlive);
            Assert.False(machine.WasAsked, offline.Output);
            await ComesBackAsync(offline, "worker", folder);
            killed = [.. processes, .. Processes(await offline.ReadyAsync())];
            await EndsAsync(offline, Signals.Kill, killed);
        }

        await using (var emptied = AppHostProcess.Start(folder, [.. Small, "--reset"]))
        {
            var processes = await IsWholeAsync(emptied, seeds: true);
            Assert.DoesNotContain(killed, IsAlive);
            await EndsAsync(emptied, Signals.Terminate, processes);
        }

        await using (var restored = AppHostProcess.Start(folder, [.. Small, "--restore-snapshot=whole", "--read-replicas", "2"]))
        {
            var processes = await IsWholeAsync(restored, seeds: false);
            Assert.Equal(9, processes.Count);
            await EndsAsync(restored, Signals.Interrupt, processes);
        }

        await using var unknown = AppHostProcess.Start(folder, [.. Small, "--restore-snapshot=unknown"]);
        Assert.Equal(1, await unknown.EndAsync());
        Assert.Contains("'unknown'", Assert.Single(unknown.Lines), StringComparison.Ordinal);
    }

    private static async Task LooksLikeAnEarlierCommitsAsync(string folder)
    {
        foreach (var later in (string[])["tmp", "logs", "config"])
            Directory.Delete(Path.Combine(folder, later), recursive: true);
        await ChangeAsync("secrets.json", secrets => secrets.Remove("bare") && secrets.Remove("operator"));
        foreach (var data in (string[])["mysql-primary", "mysql-replica-1"])
            await ChangeAsync($"{data}/dugout-stamp.json", stamp => stamp.Remove("Engine"));

        async Task ChangeAsync(string file, Func<JsonObject, bool> remove)
        {
            var path = Path.Combine(folder, file);
            var content = JsonNode.Parse(await File.ReadAllTextAsync(path, Stop))!.AsObject();
            Assert.True(remove(content), $"{file} has nothing that an earlier one lacked.");
            await File.WriteAllTextAsync(path, content.ToJsonString(), Stop);
        }
    }

    private static async Task<List<int>> IsWholeAsync(AppHostProcess system, bool seeds)
    {
        var run = await system.ReadyAsync();
        await LooksWholeAsync(run);
        Assert.Equal(seeds, HasSeeded(system));
        var processes = Processes(run);
        // Without a dashboard no telemetry is sent, not even to a listener on its usual port.
        Assert.All(processes, process => Assert.DoesNotContain("OTEL_EXPORTER_OTLP_ENDPOINT", File.ReadAllText($"/proc/{process}/environ"), StringComparison.Ordinal));
        return processes;
    }

    /// <summary>Ends a system by a signal. After any but SIGKILL nothing is left at once; after that one, the next start sees to it.</summary>
    private static async Task EndsAsync(AppHostProcess system, int signal, List<int> processes)
    {
        system.Signal(signal);
        var code = await system.EndAsync();
        if (signal == Signals.Kill)
            return;
        Assert.Contains(code, (int[])[0, 128 + signal]);
        Assert.DoesNotContain(processes, IsAlive);
        Assert.False(File.Exists(system.RunFile));
    }

    /// <summary>Kills one of a system's programs: it is shown with its end, in the run file and in its log, and comes back.</summary>
    private static async Task ComesBackAsync(AppHostProcess system, string program, string folder)
    {
        var before = (await ResourceAsync()).Pid;
        Signals.Send(before, Signals.Kill);

        for (var deadline = DateTime.UtcNow.AddSeconds(60); ; await Task.Delay(50, Stop))
        {
            var now = await ResourceAsync();
            if (now is { State: "running", Restarts: "restarted after crash 1 in a row" } && now.Pid != before)
                break;
            Assert.True(DateTime.UtcNow < deadline, system.Output);
        }

        Assert.Contains($"{program} exited by a signal: crash 1 in a row; restarting in 0.5 s", system.Output, StringComparison.Ordinal);
        Assert.Contains("Exited by a signal: crash 1 in a row", await File.ReadAllTextAsync(Path.Combine(folder, $"logs/{program}.log"), Stop), StringComparison.Ordinal);

        // It is replaced atomically, so readers never see a partial file.
        async Task<(int Pid, string? State, string? Restarts)> ResourceAsync()
        {
            using var file = JsonDocument.Parse(await File.ReadAllTextAsync(system.RunFile, Stop));
            var resource = file.RootElement.GetProperty("resources").GetProperty(program);
            return (resource.GetProperty("pid") is { ValueKind: JsonValueKind.Number } pid ? pid.GetInt32() : 0, resource.GetProperty("state").GetString(), resource.GetProperty("restarts").GetString());
        }
    }

    /// <summary>
    /// Whatever could fetch something is a script that notes its call and fails, and requests of the programs themselves go to a closed port. Servers are cached by now: other
    /// tests of this assembly have started them.
    /// </summary>
    private sealed class MachineWithoutNetwork : IDisposable
    {
        private const string Nowhere = "http://127.0.0.1:9";
        private readonly TestFolder _folder = new();

        public MachineWithoutNetwork()
        {
            foreach (var name in (string[])["apt-get", "apt-cache", "dpkg-deb", "curl", "wget"])
            {
                var script = Path.Combine(_folder.Path, name);
                File.WriteAllText(script, $"#!/bin/sh\necho {name} >> '{_folder.Path}/called'\nexit 1\n");
                File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            }
        }

        public bool WasAsked => File.Exists(Path.Combine(_folder.Path, "called"));

        public Dictionary<string, string> Environment => new()
        {
            ["PATH"] = $"{_folder.Path}:{System.Environment.GetEnvironmentVariable("PATH")}",
            ["http_proxy"] = Nowhere,
            ["https_proxy"] = Nowhere,
            ["no_proxy"] = "127.0.0.1",
        };

        public void Dispose() => _folder.Dispose();
    }
}
