// The keeper: a child's pid and exit code are its own, and no child outlives its AppHost.
using System.Diagnostics;
using System.Globalization;
using Aspire.Hosting;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

public class Keeping
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Pid_and_exit_code_are_the_childs()
    {
        await using var host = new AppHostUnderTest();
        host.Bash("child", "echo $$; exit 42");

        await host.StartAsync();
        var ended = await host.Becomes("child", "Exited");
        Assert.Equal(42, ended.ExitCode);
        Assert.Equal(ended.Pid().ToString(CultureInfo.InvariantCulture), await host.Output("child"));
    }

    [Fact]
    public async Task A_child_killed_from_outside_shows_its_signal_at_once()
    {
        await using var host = new AppHostUnderTest();
        host.Forever("child");

        await host.StartAsync();
        var pid = (await host.Becomes("child", "Running")).Pid();
        Signal("KILL", pid);
        Assert.Equal(137, (await host.Becomes("child", "Exited").WaitAsync(TimeSpan.FromSeconds(20), Stop)).ExitCode);
    }

    [Fact]
    public async Task A_frozen_child_is_stopped_politely_and_within_the_grace()
    {
        await using var host = new AppHostUnderTest();
        using var folder = new TemporaryFolder();
        host.Bash("child", $"trap 'echo bye > {folder.PathOf("bye")}; exit 0' TERM; echo ready; while :; do sleep 0.05; done");

        await host.StartAsync();
        var pid = (await host.Becomes("child", "Running")).Pid();
        await host.Output("child");
        Signal("STOP", pid);
        await host.App.StopAsync(Stop).WaitAsync(TimeSpan.FromSeconds(50), Stop);
        Assert.False(IsAlive(pid));
        Assert.True(File.Exists(folder.PathOf("bye")));
    }

    [Fact]
    public async Task A_child_that_will_not_go_is_killed_after_the_grace_with_all_its_own()
    {
        await using var host = new AppHostUnderTest();
        host.Builder.Configuration["Keeper:GraceSeconds"] = "1";
        host.Bash("child", "trap '' TERM; sleep 1000 & echo $!; while :; do wait; done");

        await host.StartAsync();
        var pid = (await host.Becomes("child", "Running")).Pid();
        var grandchild = int.Parse(await host.Output("child"), CultureInfo.InvariantCulture);
        await host.App.StopAsync(Stop).WaitAsync(TimeSpan.FromSeconds(30), Stop);
        Assert.Equal(137, (await host.Becomes("child", "Exited")).ExitCode);
        Assert.False(IsAlive(pid));
        Assert.False(IsAlive(grandchild));
    }

    [Fact]
    public async Task A_killed_keeper_takes_its_child_along()
    {
        await using var host = new AppHostUnderTest();
        host.Bash("child", "trap '' TERM; echo ready; while :; do sleep 0.05; done");

        await host.StartAsync();
        await host.Becomes("child", "Running");
        await host.Output("child");
        var pid = (await host.Becomes("child", "Running")).Pid();
        var keeper = File.ReadAllText($"/proc/{pid}/stat").Split(')')[^1].Split(' ')[2];
        Signal("KILL", int.Parse(keeper, CultureInfo.InvariantCulture));
        await host.Becomes("child", "Exited").WaitAsync(TimeSpan.FromSeconds(50), Stop);
        Assert.False(IsAlive(pid));
    }

    [Fact]
    public async Task Who_depends_on_a_resource_is_stopped_before_it()
    {
        await using var host = new AppHostUnderTest();
        using var folder = new TemporaryFolder();
        string Child(string name) => $"trap 'echo {name} >> {folder.PathOf("order")}; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
        var database = host.Bash("database", Child("database"));
        var api = host.Bash("api", Child("api")).WaitFor(database);
        host.Bash("gateway", Child("gateway")).WaitFor(api);

        await host.StartAsync();
        await host.Becomes("gateway", "Running");
        foreach (var name in (string[])["database", "api", "gateway"])
            await host.Output(name);
        await host.App.StopAsync(Stop);
        Assert.Equal(["gateway", "api", "database"], await File.ReadAllLinesAsync(folder.PathOf("order"), Stop));
    }

    [Fact]
    public async Task A_killed_apphost_leaves_no_process_and_no_lock()
    {
        using var folder = new TemporaryFolder();
        var lockFile = folder.PathOf("keepers.lock");
        var program = Path.Combine(AppContext.BaseDirectory, "../../TinyAppHost", Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)), "Dugout.TinyAppHost.dll");
        using var apphost = Process.Start(new ProcessStartInfo("dotnet", [program, "apphost", lockFile]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        await using var _ = TestContext.Current.CancellationToken.Register(apphost.Kill);
        int? parent = null, child = null;
        while ((parent is null || child is null) && await apphost.StandardOutput.ReadLineAsync(Stop) is { } line)
        {
            if (line.Split(' ') is ["pid", var pid])
                parent = int.Parse(pid, CultureInfo.InvariantCulture);
            else if (line.Split(' ') is [.., "child", var grandchild])
                child = int.Parse(grandchild, CultureInfo.InvariantCulture);
        }

        Assert.True(IsAlive(parent!.Value) && IsAlive(child!.Value));
        Assert.False(LocksExclusively(lockFile, waitSeconds: 0));
        Assert.DoesNotContain(Directory.GetFiles($"/proc/{parent}/fd"), descriptor => File.ResolveLinkTarget(descriptor, false)?.FullName == lockFile);

        apphost.Kill();
        Assert.True(LocksExclusively(lockFile, waitSeconds: 5));
        Assert.False(IsAlive(parent.Value));
        Assert.False(IsAlive(child.Value));
    }

    private static void Signal(string signal, int pid) => Assert.Equal(0, Run("kill", $"-{signal}", pid.ToString(CultureInfo.InvariantCulture)));

    /// <summary>What the next start does: the lock is free when nothing of the last run is left.</summary>
    private static bool LocksExclusively(string lockFile, int waitSeconds) =>
        Run("flock", "--exclusive", "--timeout", waitSeconds.ToString(CultureInfo.InvariantCulture), lockFile, "true") == 0;

    private static int Run(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        return process.ExitCode;
    }

    /// <summary>Neither gone nor a zombie that waits for its parent.</summary>
    private static bool IsAlive(int pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/stat").Split(')')[^1].TrimStart()[0] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }
}
