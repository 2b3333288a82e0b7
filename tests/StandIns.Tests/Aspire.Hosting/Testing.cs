// An AppHost's own Main, run by a test in its own process.
using System.Reflection;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

public sealed class Testing : IDisposable
{
    private static readonly Type TinyAppHost = Assembly.LoadFrom(Path.GetFullPath(Path.Combine(
        AppContext.BaseDirectory, "../../TinyAppHost", Path.GetFileName(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory)), "Dugout.TinyAppHost.dll"))).EntryPoint!.DeclaringType!;

    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_test_changes_what_Main_described_before_it_is_built()
    {
        await using var builder = await CreateAsync("one");
        builder.CreateResourceBuilder<ExecutableResource>("greeter").WithEnvironment("WHOM", "the test");
        await using var app = await builder.BuildAsync(Stop);
        await app.StartAsync(Stop);

        Assert.Equal("hello the test", await FirstLine(app));
    }

    [Fact]
    public async Task Nothing_starts_before_the_test_says_so()
    {
        await using var builder = await CreateAsync("one");
        await using var app = await builder.BuildAsync(Stop);
        // Another one that is started meanwhile comes up in the time this one would have had.
        await using var another = await CreateAsync("two");
        await using var other = await another.BuildAsync(Stop);
        await other.StartAsync(Stop);
        await RunningAsync(other);
        Assert.False(app.ResourceNotifications.TryGetCurrentState("greeter", out _));

        await app.StartAsync(Stop);
        Assert.NotEqual(0, (await RunningAsync(app)).Pid());
    }

    [Fact]
    public async Task Stopping_ends_the_resources_and_all_that_Main_does_around_them()
    {
        await using var builder = await CreateAsync("one");
        await using var app = await builder.BuildAsync(Stop);
        await app.StartAsync(Stop);
        var process = (await RunningAsync(app)).Pid();
        Assert.True(File.Exists(_folder.PathOf("one")));

        await app.StopAsync(Stop);

        Assert.False(Directory.Exists($"/proc/{process}"));
        Assert.False(File.Exists(_folder.PathOf("one")));
    }

    [Fact]
    public async Task Two_run_beside_each_other_and_keep_to_themselves()
    {
        await using var one = await CreateAsync("one");
        await using var two = await CreateAsync("two");
        two.CreateResourceBuilder<ExecutableResource>("greeter").WithEnvironment("WHOM", "two");
        await using var first = await one.BuildAsync(Stop);
        await using var second = await two.BuildAsync(Stop);
        await first.StartAsync(Stop);
        await second.StartAsync(Stop);
        Assert.Equal("hello nobody", await FirstLine(first));
        Assert.Equal("hello two", await FirstLine(second));

        await first.StopAsync(Stop);
        Assert.True(Directory.Exists($"/proc/{(await RunningAsync(second)).Pid()}"));
    }

    [Fact]
    public async Task A_builder_that_is_given_up_lets_Main_end()
    {
        await using (await CreateAsync("one"))
            Assert.True(File.Exists(_folder.PathOf("one")));
        Assert.False(File.Exists(_folder.PathOf("one")));

        await using (var builder = await CreateAsync("two"))
            await builder.BuildAsync(Stop);
        Assert.False(File.Exists(_folder.PathOf("two")));
    }

    [Fact]
    public async Task A_Main_that_ends_without_a_builder_says_its_code()
    {
        var ended = await Assert.ThrowsAsync<InvalidOperationException>(() => DistributedApplicationTestingBuilder.CreateAsync(TinyAppHost, ["end", "64"], Stop));
        Assert.Contains("64", ended.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_that_nobody_described_is_refused()
    {
        await using var builder = await CreateAsync("one");
        Assert.Contains("'greater'", Assert.Throws<InvalidOperationException>(() => builder.CreateResourceBuilder<ExecutableResource>("greater")).Message, StringComparison.Ordinal);
        Assert.Contains(nameof(ProjectResource), Assert.Throws<InvalidOperationException>(() => builder.CreateResourceBuilder<ProjectResource>("greeter")).Message, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();

    private Task<IDistributedApplicationTestingBuilder> CreateAsync(string file) =>
        DistributedApplicationTestingBuilder.CreateAsync(TinyAppHost, ["run", _folder.PathOf(file)], Stop);

    private static async Task<CustomResourceSnapshot> RunningAsync(DistributedApplication app) =>
        (await app.ResourceNotifications.WaitForResourceAsync("greeter", update => update.Snapshot.State?.Text == KnownResourceStates.Running, Stop)).Snapshot;

    private static async Task<string> FirstLine(DistributedApplication app)
    {
        await foreach (var lines in app.Services.GetRequiredService<ResourceLoggerService>().WatchAsync("greeter").WithCancellation(Stop))
            return lines[0].Content;
        return "";
    }
}
