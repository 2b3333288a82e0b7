using System.Text.Json;
using System.Text.Json.Nodes;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The whole system where things aren't as at home: odd names, no network, what an earlier commit left.</summary>
public sealed class OddMachinesTests
{
    private static readonly string[] Small = ["--replicas", "1", "--accounts", "3", "--dashboard", "off"];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_folder_may_have_spaces_and_letters_of_any_script_in_its_name()
    {
        using var parent = new TestFolder();
        var folder = Path.Combine(parent.Path, "두산 베어스 run #1 ü");
        foreach (var settings in (string[][])[[], ["--save-snapshot", "kept"], ["--restore-snapshot", "kept", "--read-replicas", "2"]])
        {
            await using var system = AppHostProcess.Start(folder, [.. Small, .. settings]);
            await LooksWholeAsync(await system.ReadyAsync());
        }
    }

    /// <summary>
    /// Whatever could fetch something is a script that notes its call and fails, and what asks by itself is sent to where nobody listens. Servers are here by now: other tests of this
    /// assembly have started them.
    /// </summary>
    [Fact]
    public async Task With_everything_cached_nobody_asks_the_network()
    {
        using var folder = new TestFolder();
        using var machine = new TestFolder();
        foreach (var name in (string[])["apt-get", "apt-cache", "dpkg-deb", "npm", "curl", "wget", "docker", "podman"])
        {
            var script = Path.Combine(machine.Path, name);
            await File.WriteAllTextAsync(script, $"#!/bin/sh\necho {name} >> '{machine.Path}/called'\nexit 1\n", Stop);
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        const string nowhere = "http://127.0.0.1:9";
        await using var system = AppHostProcess.Start(
            folder.Path,
            new Dictionary<string, string>
            {
                ["PATH"] = $"{machine.Path}:{Environment.GetEnvironmentVariable("PATH")}",
                ["http_proxy"] = nowhere,
                ["https_proxy"] = nowhere,
                ["no_proxy"] = "127.0.0.1",
            },
            [.. Small, "--read-replicas", "0"]);

        await LooksWholeAsync(await system.ReadyAsync());

        Assert.False(File.Exists(Path.Combine(machine.Path, "called")), system.Output);
    }

    /// <summary>Before there were two engines, logs, a folder for temporary tables and accounts for measurements and for commands; what is missing is made, what is there is kept.</summary>
    [Fact]
    public async Task A_run_folder_of_an_earlier_commit_is_used_on()
    {
        Assert.SkipWhen(TestServers.EngineOfThisRun == Dugout.Infrastructure.DatabaseEngine.MySql, "An earlier commit had MariaDB alone.");
        using var folder = new TestFolder();
        await using (var before = AppHostProcess.Start(folder.Path, Small))
        {
            await before.ReadyAsync();
            Assert.Contains("Seeded", before.Output, StringComparison.Ordinal);
        }

        foreach (var later in (string[])["tmp", "logs", "config"])
            Directory.Delete(Path.Combine(folder.Path, later), recursive: true);
        await ChangeAsync("secrets.json", secrets => secrets.Remove("bare") && secrets.Remove("operator"));
        foreach (var data in (string[])["mysql-primary", "mysql-replica-1"])
            await ChangeAsync($"{data}/dugout-stamp.json", stamp => stamp.Remove("Engine"));

        await using var now = AppHostProcess.Start(folder.Path, Small);
        await LooksWholeAsync(await now.ReadyAsync());

        Assert.DoesNotContain("Seeded", now.Output, StringComparison.Ordinal);

        async Task ChangeAsync(string file, Func<JsonObject, bool> remove)
        {
            var path = Path.Combine(folder.Path, file);
            var content = JsonNode.Parse(await File.ReadAllTextAsync(path, Stop))!.AsObject();
            Assert.True(remove(content), $"{file} has nothing that an earlier one lacked.");
            await File.WriteAllTextAsync(path, content.ToJsonString(), Stop);
        }
    }

    private static async Task LooksWholeAsync(JsonElement run)
    {
        using var http = new HttpClient { BaseAddress = new(run.GetProperty("gateway").GetString()!) };
        Assert.Contains("\"stadium\"", await http.GetStringAsync(new Uri("/api/teams", UriKind.Relative), Stop), StringComparison.Ordinal);
    }
}
