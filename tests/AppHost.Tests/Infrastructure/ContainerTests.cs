using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Containers;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>
/// Servers in containers, read in the model, and when they are chosen, with a container runtime made of a script. No container has run in these tests.
/// </summary>
public sealed partial class ContainerTests : IDisposable
{
    private readonly ScriptedMachine _machine = new(cache: "cache with 한글");
    private readonly List<string> _said = [];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    private ServerSettings Settings => _machine.Settings with { ContainerRuntimePath = $"{_machine.Folder}:/usr/bin:/bin" };

    public void Dispose() => _machine.Dispose();

    [Theory]
    [InlineData(DatabaseEngine.Auto, "docker.io/library/mariadb:11.4", "11.4-mariadb")]
    [InlineData(DatabaseEngine.MySql, "docker.io/library/mysql:8.4", "8.4-mysql")]
    public async Task Each_server_runs_from_the_image_of_its_makers_with_its_data_in_the_run_folder(DatabaseEngine engine, string image, string version)
    {
        await using var model = await ModelAsync(engine);

        Assert.Equal(version, model.MySql.ServerVersion);
        foreach (var name in (string[])["mysql-primary", "mysql-replica-1", "mysql-replica-2"])
        {
            Assert.Equal(image, ImageOf(model[name]));
            Assert.Equal([$"{model.Folder.In(name)} at /var/lib/mysql"], MountsOf(model[name]));
            Assert.Equal(["--user", "1000:1000"], await RuntimeArgumentsOfAsync(model[name]));
            Assert.Equal(["/etc/dugout/start.sh"], await ArgumentsOfAsync(model[name]));
            Assert.Equal("sh", ((ContainerResource)model[name]).Entrypoint);
        }

        Assert.Equal("docker.io/library/redis:7.2", ImageOf(model["redis"]));
        Assert.Equal([$"{model.Folder.In("redis")} at /data"], MountsOf(model["redis"]));
        Assert.Equal(["exec", "docker-entrypoint.sh", "redis-server", "/etc/dugout/redis.conf"], await ArgumentsOfAsync(model["redis"]));
        Assert.Equal("/bin/sh", ((ContainerResource)model["redis"]).Entrypoint);
    }

    [Fact]
    public async Task They_listen_on_loopback_alone_and_a_replica_waits_for_the_primary()
    {
        await using var model = await ModelAsync();

        foreach (var (name, port) in new[] { ("mysql-primary", 3306), ("mysql-replica-1", 3306), ("mysql-replica-2", 3306), ("redis", 6379) })
        {
            var endpoint = Assert.Single(model[name].Annotations.OfType<EndpointAnnotation>());
            Assert.Equal(("tcp", "127.0.0.1", port, false), (endpoint.Name, endpoint.TargetHost, endpoint.TargetPort!.Value, endpoint.IsProxied));
            Assert.InRange(endpoint.Port!.Value, 20_000, 32_000);
            Assert.Equal($"{name}_answers", Assert.Single(model[name].Annotations.OfType<HealthCheckAnnotation>()).Key);
        }

        foreach (var replica in (string[])["mysql-replica-1", "mysql-replica-2"])
            Assert.Equal([model["mysql-primary"]], model[replica].Annotations.OfType<WaitAnnotation>().Select(wait => wait.Resource));
    }

    [Fact]
    public async Task Programs_are_given_the_addresses_on_this_machine()
    {
        await using var model = await ModelAsync();
        foreach (var endpoint in model.All.SelectMany(resource => resource.Annotations.OfType<EndpointAnnotation>()))
            endpoint.AllocatedEndpoint = new(endpoint, endpoint.TargetHost, endpoint.Port!.Value);
        var (primary, redis) = (Port("mysql-primary"), Port("redis"));

        Assert.Equal(
            $"Server=127.0.0.1;Port={primary};User ID=app;Password={model.Secrets[DatabaseAccount.App]};Database=dugout;Character Set=utf8mb4;SslMode=None",
            await model.MySql.Primary.Resource.ConnectionStringFor(DatabaseAccount.App).GetValueAsync(Stop));
        Assert.Equal($"127.0.0.1:{redis},password={model.Secrets.Redis}", await ((IResourceWithConnectionString)model["redis"]).ConnectionStringExpression.GetValueAsync(Stop));

        int Port(string name) => model[name].Annotations.OfType<EndpointAnnotation>().Single().Port!.Value;
    }

    [Theory]
    [InlineData(DatabaseEngine.MariaDb)]
    [InlineData(DatabaseEngine.MySql)]
    public async Task Passwords_are_in_files_and_neither_in_arguments_nor_in_the_environment(DatabaseEngine engine)
    {
        await using var model = await ModelAsync(engine);
        string[] passwords = [.. model.Secrets.All];

        foreach (var resource in model.All.OfType<ContainerResource>())
        {
            Assert.Empty(resource.Annotations.OfType<EnvironmentCallbackAnnotation>());
            Assert.DoesNotContain(await ArgumentsOfAsync(resource), word => passwords.Any(word.Contains));
            Assert.All(await FilesOfAsync(resource), file => Assert.Equal(UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead, file.Mode));
        }

        Assert.Contains($"\nrequirepass {model.Secrets.Redis}\n", (await FilesOfAsync(model["redis"])).Single().Contents, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(DatabaseEngine.MariaDb, "CHANGE MASTER TO MASTER_HOST = 'mysql-primary', MASTER_PORT = 3306,")]
    [InlineData(DatabaseEngine.MySql, "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'mysql-primary', SOURCE_PORT = 3306,")]
    public async Task Accounts_are_stated_at_each_start_and_a_replica_follows_the_primary_by_its_name(DatabaseEngine engine, string follows)
    {
        await using var model = await ModelAsync(engine);

        foreach (var (name, number) in new[] { ("mysql-primary", 1), ("mysql-replica-1", 2), ("mysql-replica-2", 3) })
        {
            var files = (await FilesOfAsync(model[name])).ToDictionary(file => file.Name, file => file.Contents!);
            Assert.Equal(["server.cnf", "start.sh", "start.sql"], files.Keys.Order(StringComparer.Ordinal));
            Assert.Contains($"\nserver-id = {number}\n", files["server.cnf"], StringComparison.Ordinal);
            Assert.Equal(number > 1, files["server.cnf"].Contains("\nread-only = ON\n", StringComparison.Ordinal));
            Assert.Contains("CREATE USER 'app'@'%' IDENTIFIED BY", files["start.sql"], StringComparison.Ordinal);
            Assert.StartsWith("SET SESSION sql_log_bin = 0;\n", files["start.sql"], StringComparison.Ordinal);
            Assert.Equal(number > 1, files["start.sql"].Contains(follows, StringComparison.Ordinal));
            Assert.Contains("--init-file='/etc/dugout/start.sql'", files["start.sh"], StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Podman_is_told_that_the_user_inside_is_this_one()
    {
        Assert.Equal(["--user", "1000:1000", "--userns=keep-id", "--security-opt", "label=disable"], new ContainerRuntime("podman", "1000:1000").Arguments);
        Assert.Empty(new ContainerRuntime("podman", User: null).Arguments);
    }

    private async Task<string> RefusedAsync(ServerSettings settings, bool isLinux = true)
    {
        var refused = (await Assert.ThrowsAsync<StartFailedException>(() => ChooseAsync(settings, isLinux))).Message;
        Assert.DoesNotContain('\n', refused);
        return refused;
    }

    private Task<SystemServers> ChooseAsync(ServerSettings settings, bool isLinux = true) => SystemServers.ChooseAsync(settings, isLinux, _said.Add, Stop);

    /// <summary>A container runtime that notes what it is asked, and whose daemon answers.</summary>
    private void Runtime(string name) => _machine.Script(name, $"""
        echo "$*" >> '{_machine.Folder}/asked'
        test "$1" = --version && echo 'Docker version 28.0.1, build 068a01e'
        exit 0
        """);

    private async Task<Model> ModelAsync(DatabaseEngine engine = DatabaseEngine.Auto, string run = "run")
    {
        Runtime("docker");
        var servers = (ContainerServers)await ChooseAsync(Settings with { Mode = ServerMode.Container, Engine = engine });
        var folder = await RunFolder.TakeAsync(Path.Combine(_machine.Cache, run), reset: false, _said.Add, Stop);
        var builder = AspireApplication.CreateBuilder();
        builder.UseServers(folder, servers with { Runtime = new("docker", "1000:1000") }, _said.Add);
        var mysql = builder.AddMySqlCluster("mysql").WithReadReplicas(2);
        builder.AddRedisServer("redis");
        return new(folder, mysql, [.. builder.Resources]);
    }

    private static string ImageOf(IResource resource)
    {
        var image = resource.Annotations.OfType<ContainerImageAnnotation>().Single();
        return $"{image.Registry}/{image.Image}:{image.Tag}";
    }

    private static IEnumerable<string> MountsOf(IResource resource) =>
        resource.Annotations.OfType<ContainerMountAnnotation>().Select(mount => $"{mount.Source} at {mount.Target}{(mount.IsReadOnly ? ", read-only" : "")}");

    private static async Task<List<string>> ArgumentsOfAsync(IResource resource)
    {
        var context = new CommandLineArgsCallbackContext([], resource, Stop);
        foreach (var annotation in resource.Annotations.OfType<CommandLineArgsCallbackAnnotation>())
            await annotation.Callback(context);
        return [.. context.Args.Select(argument => argument.ToString()!)];
    }

    private static async Task<List<string>> RuntimeArgumentsOfAsync(IResource resource)
    {
        List<object> arguments = [];
        foreach (var annotation in resource.Annotations.OfType<ContainerRuntimeArgsCallbackAnnotation>())
            await annotation.Callback(new(arguments, Stop));
        return [.. arguments.Select(argument => argument.ToString()!)];
    }

    private static async Task<List<ContainerFile>> FilesOfAsync(IResource resource)
    {
        List<ContainerFile> files = [];
        foreach (var annotation in resource.Annotations.OfType<ContainerFileSystemCallbackAnnotation>())
        {
            Assert.Equal("/etc/dugout", annotation.DestinationPath);
            files.AddRange((await annotation.Callback(new() { Model = resource, Services = new NoServices() }, Stop)).Cast<ContainerFile>());
        }

        return files;
    }

    private sealed class NoServices : IServiceProvider
    {
        public object? GetService(Type serviceType) => null;
    }

    private sealed record Model(RunFolder Folder, MySqlCluster MySql, IReadOnlyList<IResource> All) : IAsyncDisposable
    {
        public IResource this[string name] => All.Single(resource => resource.Name == name);

        public Secrets Secrets { get; } = Secrets.LoadOrMake(Folder);

        public ValueTask DisposeAsync()
        {
            Folder.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
