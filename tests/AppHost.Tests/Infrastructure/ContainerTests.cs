using Dugout.Infrastructure;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>
/// Servers in containers, as far as a container engine made of a script can show: what it is asked for, word by word. No container has run in these tests.
/// </summary>
public sealed class ContainerTests : IDisposable
{
    private readonly ScriptedMachine _machine = new(cache: "cache with 한글");
    private readonly List<string> _said = [];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public void Dispose() => _machine.Dispose();

    [Fact]
    public async Task Images_are_fetched_once_and_asked_for_their_versions()
    {
        Engine("docker");

        var servers = await FindAsync();

        Assert.StartsWith("MariaDB 11.4.8, Redis 7.2.5, in containers by ", servers.Described, StringComparison.Ordinal);
        Assert.Equal(["pull mariadb:11.4", "pull redis:7.2"], Asked().Where(line => line.StartsWith("pull", StringComparison.Ordinal)));
        Assert.Contains(_said, line => line.StartsWith("Fetching the image mariadb:11.4 with docker", StringComparison.Ordinal));
        Assert.True(File.Exists(Path.Combine(((MariaDbProgram)servers.Database).ShareFolder, "mariadb_system_tables.sql")));
        _said.Clear();

        await FindAsync();

        Assert.Empty(_said);
        Assert.Single(Asked(), line => line.StartsWith("cp ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("docker", "")]
    [InlineData("podman", "--userns=keep-id --security-opt label=disable ")]
    public async Task A_server_runs_as_this_user_on_this_machines_network_with_the_run_folder_where_it_is(string engine, string further)
    {
        Engine(engine);
        var programs = await FindAsync();
        using var folder = await RunFolder.TakeAsync(Path.Combine(_machine.Cache, "run"), reset: false, _said.Add, Stop);

        var command = programs.Database.In(folder, "mysql-primary");
        var share = ((MariaDbProgram)programs.Database).ShareFolder;

        Assert.Equal(Path.Combine(_machine.Folder, engine), command.Program);
        var user = (await Tool.RunAsync("id", ["-u"], Stop)).Output.Trim() + ":" + (await Tool.RunAsync("id", ["-g"], Stop)).Output.Trim();
        Assert.Matches(
            $"^run --rm --interactive --name dugout-[0-9a-f]{{8}}-mysql-primary --network host --user {user} {further}"
            + $"--mount type=bind,source={folder.Path},target={folder.Path} --mount type=bind,source={share},target={share} --entrypoint mariadbd mariadb:11.4$",
            string.Join(' ', command.First));
        Assert.Equal(["rm", "--force", command.First[4]], command.Before);
        Assert.NotEqual(command.First[4], programs.Redis.In(folder, "redis").First[4]);
    }

    [Fact]
    public async Task What_a_killed_start_left_is_removed_before_the_next()
    {
        Engine("docker");
        var programs = await FindAsync();
        using var folder = await RunFolder.TakeAsync(Path.Combine(_machine.Cache, "run"), reset: false, _said.Add, Stop);

        await programs.Redis.In(folder, "redis").RunAsync(["redis.conf"], Stop);

        var (removed, run) = (Asked()[^2], Asked()[^1]);
        Assert.StartsWith("rm --force dugout-", removed, StringComparison.Ordinal);
        Assert.EndsWith("--entrypoint redis-server redis:7.2 redis.conf", run, StringComparison.Ordinal);
    }

    [Fact]
    public async Task MySQL_comes_from_its_own_image()
    {
        Engine("docker");

        var servers = await ContainerPrograms.FindAsync(_machine.Settings with { Engine = DatabaseEngine.MySql }, _said.Add, Stop);

        Assert.Equal("MySQL 8.4.6", servers.Database.ToString());
        Assert.Equal("mysql:8.4", servers.Database.Container!.Name);
    }

    [Fact]
    public async Task Without_an_engine_that_answers_one_line_says_what_each_complained_of()
    {
        _machine.Script("docker", "echo 'Cannot connect to the Docker daemon' >&2; exit 1");

        var refused = await Assert.ThrowsAsync<StartRefusedException>(() => Servers.ChooseAsync(_machine.Settings with { Mode = ServerMode.Container }, _said.Add, Stop));

        Assert.Contains("Cannot connect to the Docker daemon", refused.Message, StringComparison.Ordinal);
        Assert.Contains("podman is not installed", refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', refused.Message);
    }

    [Fact]
    public async Task An_image_that_cannot_be_fetched_is_one_line()
    {
        Engine("docker", pull: "echo 'Error response from daemon: no such host' >&2; exit 1");

        var refused = await Assert.ThrowsAsync<StartRefusedException>(FindAsync);

        Assert.Contains("mariadb:11.4 can't be fetched: Error response from daemon: no such host", refused.Message, StringComparison.Ordinal);
    }

    private Task<ServerPrograms> FindAsync() => ContainerPrograms.FindAsync(_machine.Settings, _said.Add, Stop);

    private string[] Asked() => _machine.Noted("asked");

    /// <summary>An engine that notes what it is asked, has an image once it has fetched it, and answers in the place of the servers.</summary>
    private void Engine(string name, string pull = ":") => _machine.Script(name, $"""
        echo "$*" >> '{_machine.Folder}/asked'
        case "$1" in
          image) test -e '{_machine.Folder}/image-'"$3";;
          pull) {pull} && : > '{_machine.Folder}/image-'"$2";;
          create) echo 4711;;
          cp) : > "$3/mariadb_system_tables.sql";;
          run) case "$*" in
            *mariadbd*--version) echo 'mariadbd  Ver 11.4.8-MariaDB-ubu2404 for debian-linux-gnu on x86_64';;
            *mysqld*--version) echo '/usr/sbin/mysqld  Ver 8.4.6 for Linux on x86_64 (MySQL Community Server - GPL)';;
            *redis-server*--version) echo 'Redis server v=7.2.5 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1';;
          esac;;
        esac
        """);
}
