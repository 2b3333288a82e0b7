using System.Text.Json;
using Aspire.Hosting.Eventing;
using Aspire.Hosting.Lifecycle;
using Aspire.Hosting.Testing;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The AppHost in this process, in a run folder of its own and on free ports.</summary>
internal sealed class TestedSystem : IAsyncDisposable
{
    private readonly TestFolder _folder;
    private readonly IDistributedApplicationTestingBuilder _builder;
    private DistributedApplication? _app;
    private JsonElement _run;

    private TestedSystem(string name, TestFolder folder, IDistributedApplicationTestingBuilder builder) => (Name, _folder, _builder) = (name, folder, builder);

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public string Name { get; }

    public HttpClient Http { get; } = new();

    public List<int> Processes { get; private set; } = [];

    public List<string> Addresses { get; private set; } = [];

    public static async Task<TestedSystem> CreateAsync(string name, int readReplicas, int replicas = 1, int accounts = 1, params string[] options)
    {
        var folder = new TestFolder();
        var builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(
            [
                "--port", "0", "--replicas", $"{replicas}", "--read-replicas", $"{readReplicas}", "--accounts", $"{accounts}", "--dashboard", "off", "--quiet", "--run-dir", folder.Path,
                .. AppHostProcess.EngineSettings,
                .. options,
            ],
            Stop);
        builder.CreateResourceBuilder<ProjectResource>("api-1").WithEnvironment("ReplicaName", name);
        return new(name, folder, builder);
    }

    public async Task StartAsync()
    {
        _app = await _builder.BuildAsync(Stop);
        await _app.StartAsync(Stop);
        var run = _run = await RunFileAsync(_app, Path.Combine(_folder.Path, "apphost.json"));
        Http.BaseAddress = new(run.GetProperty("gateway").GetString()!);
        var resources = run.GetProperty("resources").EnumerateObject().Select(resource => resource.Value).ToList();
        Processes = WholeSystem.Processes(run);
        Addresses = [.. resources.Select(resource => resource.GetProperty("url").GetString()).OfType<string>()];
    }

    public DistributedApplication App => _app!;

    /// <summary>The process of a resource since the start.</summary>
    public int ProcessOf(string resource) => _run.GetProperty("resources").GetProperty(resource).GetProperty("pid").GetInt32();

    /// <summary>Sets environment variables of a program that is still to start.</summary>
    public void Set(string resource, params (string Name, string Value)[] settings)
    {
        foreach (var (name, value) in settings)
            _builder.CreateResourceBuilder<ProjectResource>(resource).WithEnvironment(name, value);
    }

    /// <summary>Has a program that is still to start run through a link, which a test can point to another build.</summary>
    public void RunThrough(string resource, string link) => _builder.Services.AddSingleton<IDistributedApplicationEventingSubscriber>(new LinkedProgram(resource, link));

    /// <summary>Makes a link to a folder, or points it to another one.</summary>
    public static void Link(string link, string folder)
    {
        File.Delete(link);
        Directory.CreateSymbolicLink(link, folder);
    }

    /// <summary>The access token of a fan.</summary>
    public async Task<string> SignInAsync(int fan) =>
        (await PostAsync("/api/sessions", new { email = $"fan{fan}@dugout.test", password = "take-me-out-2027" })).GetProperty("accessToken").GetString()!;

    /// <summary>How an account reaches the primary.</summary>
    public async Task<string> PrimaryAsync(DatabaseAccount account) =>
        (await _builder.Resources.OfType<MySqlServerResource>().First().ConnectionStringFor(account).GetValueAsync(Stop))!;

    /// <summary>How an account reaches each database server, in order.</summary>
    public async Task<List<string>> ServersAsync(DatabaseAccount account)
    {
        List<string> servers = [];
        foreach (var server in _builder.Resources.OfType<MySqlServerResource>())
            servers.Add((await server.ConnectionStringFor(account).GetValueAsync(Stop))!);
        return servers;
    }

    /// <summary>Waits until a resource is healthy.</summary>
    public Task HealthyAsync(string resource) => App.ResourceNotifications.WaitForResourceHealthyAsync(resource, Stop).WaitAsync(Wait.StartPatience, Stop);

    public Task StopAsync() => _app!.StopAsync(Stop);

    public void AssertGone()
    {
        Assert.DoesNotContain(Processes, WholeSystem.IsAlive);
        Assert.False(RunFolder.IsInUse(_folder.Path));
    }

    public async Task CommandAsync(string resource, string command)
    {
        var result = await TryCommandAsync(resource, command);
        Assert.True(result.Success, result.Message);
    }

    public Task<ExecuteCommandResult> TryCommandAsync(string resource, string command)
    {
        var target = _app!.Services.GetRequiredService<DistributedApplicationModel>().Resources.Single(one => one.Name == resource);
        return _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(target, command, Stop);
    }

    /// <summary>What the log file of a resource holds, as soon as that is in it.</summary>
    public async Task<string> LogAsync(string resource, string until)
    {
        var file = Path.Combine(_folder.Path, "logs", $"{resource}.log");
        for (var deadline = DateTime.UtcNow.AddSeconds(60); ; await Task.Delay(50, Stop))
        {
            var log = File.Exists(file) ? await File.ReadAllTextAsync(file, Stop) : "";
            if (log.Contains(until, StringComparison.Ordinal))
                return log;
            Assert.True(DateTime.UtcNow < deadline, log);
        }
    }

    public Task<JsonElement> GetAsync(string path) => WholeSystem.GetAsync(Http, path);

    public Task<JsonElement> PostAsync(string path, object body, string? token = null) => WholeSystem.PostAsync(Http, path, body, token);

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _builder.DisposeAsync();
        _folder.Dispose();
    }

    /// <summary>The AppHost writes it when all is ready.</summary>
    public static async Task<JsonElement> RunFileAsync(DistributedApplication app, string file)
    {
        var ended = app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ended, Stop);
        either.CancelAfter(Wait.StartPatience);
        while (!File.Exists(file))
            await Task.Delay(50, either.Token);
        return JsonDocument.Parse(await File.ReadAllTextAsync(file, Stop)).RootElement;
    }

    /// <summary>Comes after the AppHost's own subscriber, which names the built program just before the start.</summary>
    private sealed class LinkedProgram(string resource, string link) : IDistributedApplicationEventingSubscriber
    {
        public Task SubscribeAsync(IDistributedApplicationEventing eventing, DistributedApplicationExecutionContext executionContext, CancellationToken cancellationToken)
        {
            eventing.Subscribe<BeforeStartEvent>((start, _) =>
            {
                var annotations = start.Model.Resources.Single(one => one.Name == resource).Annotations;
                var built = annotations.OfType<ExecutableAnnotation>().Single();
                Link(link, built.WorkingDirectory);
                annotations.Remove(built);
                annotations.Add(new ExecutableAnnotation { Command = Path.Combine(link, Path.GetFileName(built.Command)), WorkingDirectory = link });
                return Task.CompletedTask;
            });
            return Task.CompletedTask;
        }
    }
}
