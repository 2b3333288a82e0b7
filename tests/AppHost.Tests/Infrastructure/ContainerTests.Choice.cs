using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <content>When containers are chosen, and the error where nothing can run.</content>
public sealed partial class ContainerTests
{
    [Theory]
    [InlineData("docker")]
    [InlineData("podman")]
    public async Task Containers_are_chosen_where_no_server_can_run_as_a_process(string runtime)
    {
        Runtime(runtime);
        var expected = $"MariaDB 11.4, Redis 7.2, in containers of {runtime}";

        Assert.Equal(expected, (await ChooseAsync(Settings with { Mode = ServerMode.Container })).Described);
        Assert.Equal(expected, (await ChooseAsync(Settings, isLinux: false)).Described);
        Assert.Equal(expected, (await ChooseAsync(Settings)).Described);
        Assert.Contains(_said, line => line.StartsWith("MariaDB and Redis: not installed", StringComparison.Ordinal) && line.Contains($"Using containers of {runtime} instead", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Processes_come_first_where_they_can_run()
    {
        Runtime("docker");
        _machine.Script("mysqld", "echo 'mysqld  Ver 8.4.0 for Linux on x86_64 (MySQL Community Server - GPL)'");
        _machine.Script("redis-server", "echo 'Redis server v=7.0.15 sha=0'");

        Assert.IsType<ServerPrograms>(await ChooseAsync(Settings with { Engine = DatabaseEngine.MySql }));
        Assert.Empty(_machine.Noted("asked"));
    }

    [Theory]
    [InlineData(ServerSource.Installed, ServerMode.Auto)]
    [InlineData(ServerSource.Auto, ServerMode.Process)]
    public async Task Who_names_processes_or_where_they_come_from_gets_no_containers(ServerSource source, ServerMode mode)
    {
        Runtime("docker");

        var refused = await RefusedAsync(Settings with { Source = source, Mode = mode });

        Assert.StartsWith("MariaDB and Redis: not installed", refused, StringComparison.Ordinal);
        Assert.Empty(_machine.Noted("asked"));
    }

    [Theory]
    [InlineData(ServerMode.Container, true, "--servers container: neither docker nor podman is installed. ")]
    [InlineData(ServerMode.Auto, false, "On this system servers run in containers: neither docker nor podman is installed. ")]
    [InlineData(ServerMode.Process, false, "Servers run as processes on Linux only; ")]
    public async Task Where_nothing_can_run_one_line_says_what_helps(ServerMode mode, bool isLinux, string begins)
    {
        var refused = await RefusedAsync(_machine.Settings with { Mode = mode, ContainerRuntimePath = _machine.Folder }, isLinux);

        Assert.StartsWith(begins, refused, StringComparison.Ordinal);
        Assert.Contains("tart docker or podman", refused, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_neither_processes_nor_containers_can_run_the_line_says_both()
    {
        var refused = await RefusedAsync(_machine.Settings with { ContainerRuntimePath = _machine.Folder });

        Assert.StartsWith("MariaDB and Redis: not installed", refused, StringComparison.Ordinal);
        Assert.EndsWith("Containers are not available, either: neither docker nor podman is installed.", refused, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_daemon_that_does_not_answer_is_one_line()
    {
        _machine.Script("docker", "test \"$1\" = --version && echo 'Docker version 28.0.1, build 068a01e' && exit; echo 'Cannot connect to the Docker daemon' >&2; exit 1");

        var refused = await RefusedAsync(Settings with { Mode = ServerMode.Container });

        Assert.StartsWith("--servers container: docker does not respond (Cannot connect to the Docker daemon", refused, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_folder_that_cannot_be_mounted_is_one_line() =>
        Assert.StartsWith("--run-dir: ", (await Assert.ThrowsAsync<StartFailedException>(() => ModelAsync(run: "run,1"))).Message, StringComparison.Ordinal);
}
