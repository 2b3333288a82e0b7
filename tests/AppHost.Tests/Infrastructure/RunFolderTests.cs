using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

public sealed class RunFolderTests : IDisposable
{
    private readonly TestFolder _parent = new();
    private readonly List<string> _said = [];
    private readonly string _path;

    public RunFolderTests() => _path = Path.Combine(_parent.Path, "run 한글");

    public void Dispose() => _parent.Dispose();

    [Fact]
    public async Task A_new_folder_is_its_owners_alone()
    {
        using var folder = await TakeAsync();

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(_path));
        Assert.Empty(_said);
    }

    [Fact]
    public async Task A_second_AppHost_is_refused_and_told_who_runs_there()
    {
        using var first = await TakeAsync();

        var refused = await RefusedAsync();

        Assert.Equal($"Another AppHost (process {Environment.ProcessId}) is running in {_path}; stop it, or choose another folder with --run-dir.", refused);
    }

    [Fact]
    public async Task A_folder_given_back_can_be_taken_again()
    {
        (await TakeAsync()).Dispose();

        using var again = await TakeAsync();

        Assert.Empty(_said);
    }

    [Fact]
    public async Task A_start_waits_for_one_that_is_leaving()
    {
        var first = await TakeAsync();
        first.Leaving();

        var second = TakeAsync();
        await UntilSaidAsync("is still stopping");
        first.Dispose();

        (await second).Dispose();
    }

    [Fact]
    public async Task A_start_waits_for_one_whose_dotnet_run_was_killed()
    {
        (await TakeAsync()).Dispose();
        using var holder = FileLock.TryTake(Path.Combine(_path, "apphost.lock"))!;
        await File.WriteAllTextAsync(
            Path.Combine(_path, "apphost.holder.json"),
            $$"""{"process":{"id":{{Environment.ProcessId}},"started":{{ProcessIdentity.Current.Started}}},"runner":{"id":2147483647,"started":1},"leaving":false}""",
            TestContext.Current.CancellationToken);

        var second = TakeAsync();
        await UntilSaidAsync("is still stopping");
        holder.Dispose();

        (await second).Dispose();
    }

    [Theory]
    [InlineData("begun; sleep 1000")]
    [InlineData("trap 'sleep 1; exit' TERM; begun; while :; do sleep 0.1; done")]
    [InlineData("begun; kill -STOP $$; sleep 1000")]
    public async Task A_start_ends_processes_of_a_killed_one(string script)
    {
        (await TakeAsync()).Dispose();
        await using var left = await LeftAsync(script);
        Assert.True(RunFolder.IsInUse(_path));

        using var folder = await TakeAsync();

        Assert.Empty(LeftoverProcesses.Of(_path));
        Assert.Contains(_said, line => line.EndsWith("of a killed AppHost are still running; stopping them.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_does_not_stop_is_killed_in_the_end_and_others_are_left_alone()
    {
        (await TakeAsync()).Dispose();
        await using var left = await LeftAsync("trap '' TERM; begun; while :; do sleep 0.1; done");
        await using var other = await KeptProcess.StartAsync(["sleep", "1000"], new Dictionary<string, string> { [LeftoverProcesses.Variable] = _path + "-other" });

        await LeftoverProcesses.EndAsync(_path, _said.Add, TestContext.Current.CancellationToken, patience: TimeSpan.FromSeconds(1));

        Assert.Empty(LeftoverProcesses.Of(_path));
        Assert.False(other.HasEnded);
    }

    /// <summary>A process as a killed AppHost leaves it.</summary>
    /// <param name="script">What it does; after it has set up its signal handling it prints <c>begun</c>, and no signal is sent before that.</param>
    private async Task<KeptProcess> LeftAsync(string script)
    {
        var begun = Path.Combine(_parent.Path, "begun");
        var left = await KeptProcess.StartAsync(
            ["bash", "-c", $"begun() {{ : >'{begun}'; }}; {script}"], new Dictionary<string, string> { [LeftoverProcesses.Variable] = _path });
        for (var tries = 0; tries < 500 && !File.Exists(begun); tries++)
            await Task.Delay(10, TestContext.Current.CancellationToken);
        Assert.True(File.Exists(begun));
        return left;
    }

    [Fact]
    public async Task What_a_killed_AppHost_left_blocks_nothing()
    {
        (await TakeAsync()).Dispose();
        await File.WriteAllTextAsync(Path.Combine(_path, "apphost.holder.json"), """{"process":{"id":1,"started":1},"runner":null,"leaving":false}""", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(_path, "apphost.json"), "{}", TestContext.Current.CancellationToken);

        using var folder = await TakeAsync();

        Assert.False(File.Exists(folder.RunFile));
        Assert.Empty(_said);
    }

    [Fact]
    public async Task Reset_throws_data_away_and_follows_no_link()
    {
        var outside = Directory.CreateDirectory(Path.Combine(_parent.Path, "outside"));
        await File.WriteAllTextAsync(Path.Combine(outside.FullName, "precious"), "", TestContext.Current.CancellationToken);
        using (var first = await TakeAsync())
        {
            Directory.CreateDirectory(first.In("mysql-primary"));
            await File.WriteAllTextAsync(first.In("secrets.json"), "{}", TestContext.Current.CancellationToken);
            Directory.CreateSymbolicLink(first.In("link"), outside.FullName);
        }

        using var folder = await TakeAsync(reset: true);

        Assert.Equal(["apphost.holder.json", "apphost.lock", "dugout-run-folder"], Directory.EnumerateFileSystemEntries(_path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.True(File.Exists(Path.Combine(outside.FullName, "precious")));
    }

    [Fact]
    public async Task Reset_waits_until_nobody_runs_there()
    {
        using var first = await TakeAsync();
        await File.WriteAllTextAsync(first.In("secrets.json"), "{}", TestContext.Current.CancellationToken);

        await RefusedAsync(reset: true);

        Assert.True(File.Exists(first.In("secrets.json")));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Somebody_elses_folder_is_neither_filled_nor_emptied(bool reset)
    {
        Directory.CreateDirectory(_path);
        await File.WriteAllTextAsync(Path.Combine(_path, "thesis.odt"), "", TestContext.Current.CancellationToken);

        var refused = await RefusedAsync(reset);

        Assert.StartsWith($"{_path} contains files and is not a run folder", refused, StringComparison.Ordinal);
        Assert.Equal(["thesis.odt"], Directory.EnumerateFileSystemEntries(_path).Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_path_that_can_not_be_a_folder_is_refused_in_one_line()
    {
        await File.WriteAllTextAsync(_path, "", TestContext.Current.CancellationToken);

        Assert.StartsWith($"The run folder {_path} cannot be used: ", await RefusedAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "dotnet", "run", "--project", "AppHost")]
    [InlineData(true, "/usr/share/dotnet/dotnet", "run")]
    [InlineData(false, "dotnet", "exec", "run.dll")]
    [InlineData(false, "dotnet", "test", "run")]
    [InlineData(false, "bash", "run")]
    [InlineData(false, "dotnet")]
    public void The_dotnet_run_around_a_program_is_known_by_its_words(bool expected, params string[] words) =>
        Assert.Equal(expected, DotnetRunParent.IsDotnetRun(words));

    private Task<RunFolder> TakeAsync(bool reset = false) => RunFolder.TakeAsync(_path, reset, Say, TestContext.Current.CancellationToken);

    private async Task<string> RefusedAsync(bool reset = false) => (await Assert.ThrowsAsync<StartFailedException>(() => TakeAsync(reset))).Message;

    private void Say(string line)
    {
        lock (_said)
            _said.Add(line);
    }

    private async Task UntilSaidAsync(string words)
    {
        for (var tries = 0; tries < 500; tries++)
        {
            lock (_said)
            {
                if (_said.Any(line => line.Contains(words, StringComparison.Ordinal)))
                    return;
            }

            await Task.Delay(10, TestContext.Current.CancellationToken);
        }

        Assert.Fail($"'{words}' was not printed.");
    }
}
