using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.WholeSystem;

namespace Dugout.AppHost.Tests;

/// <summary>The system beside another user's.</summary>
public sealed partial class WholeSystemTests
{
    /// <summary>Another user of this machine starts a system beside this one, with their own home and run folder, who may not write to the checkout.</summary>
    [Fact]
    public async Task Another_user_runs_a_system_of_their_own_beside_ours()
    {
        const string otherUser = "65534";
        Assert.SkipUnless(TestServers.EngineOfThisRun == DatabaseEngine.MariaDb, "One engine shows it.");
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "Optional: only root can become another user.");
        using var home = new TestFolder();
        var cache = Path.Combine(home.Path, "cache/dugout");
        Directory.CreateDirectory(cache);
        // What we have downloaded lies where they may not look.
        var settings = ServerSettings.FromEnvironment();
        var downloads = Directory.Exists(settings.CacheFolder) ? Directory.GetDirectories(settings.CacheFolder).Where(folder => !Path.GetFileName(folder).StartsWith("chromium", StringComparison.Ordinal)).ToList() : [];
        if (downloads.Count > 0)
            Assert.True((await ProcessRunner.RunAsync("cp", ["-r", .. downloads, cache], TestContext.Current.CancellationToken)).Succeeded);
        // And so does the orchestrator, among our packages.
        Assert.True((await ProcessRunner.RunAsync("cp", ["-r", Path.GetDirectoryName(AspireApplication.OrchestratorPath)!, Path.Combine(home.Path, "dcp")], TestContext.Current.CancellationToken)).Succeeded);
        Assert.True((await ProcessRunner.RunAsync("chown", ["-R", $"{otherUser}:{otherUser}", home.Path], TestContext.Current.CancellationToken)).Succeeded);
        string[] asOther =
        [
            "setpriv", $"--reuid={otherUser}", $"--regid={otherUser}", "--clear-groups", "env",
            $"HOME={home.Path}", $"XDG_CACHE_HOME={home.Path}/cache", $"DcpPublisher__CliPath={home.Path}/dcp/{Path.GetFileName(AspireApplication.OrchestratorPath)}",
        ];
        await using (var asked = AppHostProcess.StartBehind(Path.Combine(home.Path, "run"), asOther, "--help"))
            Assert.SkipUnless(await asked.EndAsync() == 0, $"Optional: another user can't read the checkout or run .NET here: {asked.Lines.LastOrDefault()}");

        await using var second = AppHostProcess.StartBehind(Path.Combine(home.Path, "run"), asOther, Small);
        var run = await second.ReadyAsync();
        await LooksWholeAsync(run);
        await LooksWholeAsync(system.RunFile);

        Assert.All(Processes(run), pid =>
            Assert.Contains($"\nUid:\t{otherUser}\t", File.ReadAllText($"/proc/{pid}/status"), StringComparison.Ordinal));
    }
}
