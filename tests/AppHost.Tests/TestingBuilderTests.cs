using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Dugout.Infrastructure;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The true AppHost, started inside another program that changes a setting of one of its resources.</summary>
public sealed class TestingBuilderTests
{
    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Two_systems_one_after_the_other_start_with_their_settings_and_leave_nothing_running()
    {
        foreach (var name in (string[])["first", "second"])
        {
            await using var system = await TestedSystem.CreateAsync(name, readReplicas: 0);
            await system.StartAsync();

            using var answer = await system.Http.GetAsync(new Uri("/api/teams", UriKind.Relative), Stop);
            Assert.Equal([name], answer.Headers.GetValues("X-Served-By"));
            Assert.Equal(6, system.Processes.Count);

            await system.StopAsync();
            system.AssertGone();
        }
    }

    [Fact]
    public async Task Two_systems_at_once_are_whole_and_do_not_meet()
    {
        await using var first = await TestedSystem.CreateAsync("first", readReplicas: 1);
        await using var second = await TestedSystem.CreateAsync("second", readReplicas: 1);
        await Task.WhenAll(first.StartAsync(), second.StartAsync());

        // Neither processes nor ports are shared, and each gateway leads to its own API.
        Assert.Equal(14, first.Processes.Concat(second.Processes).Distinct().Count());
        Assert.Empty(first.Addresses.Intersect(second.Addresses));
        foreach (var system in (TestedSystem[])[first, second])
        {
            using var answer = await system.Http.GetAsync(new Uri("/api/teams", UriKind.Relative), Stop);
            Assert.Equal([system.Name], answer.Headers.GetValues("X-Served-By"));
        }

        // A command of one changes nothing in the other.
        await first.CommandAsync("gateway", "balance-random");
        Assert.Equal((true, false), (await PolicyAsync(first) == "Random", await PolicyAsync(second) == "Random"));

        // What is sold in one is on sale in the other, where a session of the first is nobody's.
        var session = await first.PostAsync("/api/sessions", new { email = "fan1@dugout.test", password = "take-me-out-2027" });
        var token = session.GetProperty("accessToken").GetString()!;
        var gradeId = (await first.GetAsync("/api/games/3/grades")).GetProperty("items")[0].GetProperty("gradeId").GetInt64();
        var hold = await first.PostAsync("/api/games/3/holds", new { seats = new[] { new { gradeId, number = 1 } } }, token);
        await first.PostAsync("/api/reservations", new { gameId = 3, holdId = hold.GetProperty("holdId").GetInt64() }, token);
        Assert.Equal(999, await RemainingAsync(first));
        Assert.Equal(1_000, await RemainingAsync(second));
        using var stranger = new HttpRequestMessage(HttpMethod.Get, "/api/reservations");
        stranger.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        using var refused = await second.Http.SendAsync(stranger, Stop);
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);

        // One ends, and the other goes on.
        await first.StopAsync();
        first.AssertGone();
        Assert.Equal(1_000, await RemainingAsync(second));
        await second.StopAsync();
        second.AssertGone();

        static async Task<string?> PolicyAsync(TestedSystem system) => (await system.GetAsync("/_gateway/policy")).GetProperty("policy").GetString();

        static async Task<int> RemainingAsync(TestedSystem system) =>
            (await system.GetAsync("/api/games/3/grades")).GetProperty("items")[0].GetProperty("remaining").GetInt32();
    }

    [Fact]
    public async Task A_start_that_is_refused_is_told_at_once()
    {
        var refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(["--replicas", "none"], Stop));
        Assert.Contains("64", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>The AppHost in this process, in a run folder of its own and on free ports.</summary>
    private sealed class TestedSystem : IAsyncDisposable
    {
        private readonly TestFolder _folder;
        private readonly IDistributedApplicationTestingBuilder _builder;
        private DistributedApplication? _app;

        private TestedSystem(string name, TestFolder folder, IDistributedApplicationTestingBuilder builder) => (Name, _folder, _builder) = (name, folder, builder);

        public string Name { get; }

        public HttpClient Http { get; } = new();

        public List<int> Processes { get; private set; } = [];

        public List<string> Addresses { get; private set; } = [];

        public static async Task<TestedSystem> CreateAsync(string name, int readReplicas)
        {
            var folder = new TestFolder();
            var builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(
                [
                    "--port", "0", "--replicas", "1", "--read-replicas", $"{readReplicas}", "--accounts", "1", "--dashboard", "off", "--quiet", "--run-dir", folder.Path,
                    .. AppHostProcess.EngineSettings,
                ],
                Stop);
            builder.CreateResourceBuilder<ProjectResource>("api-1").WithEnvironment("ReplicaName", name);
            return new(name, folder, builder);
        }

        public async Task StartAsync()
        {
            _app = await _builder.BuildAsync(Stop);
            await _app.StartAsync(Stop);
            var run = await RunFileAsync(_app, Path.Combine(_folder.Path, "apphost.json"));
            Http.BaseAddress = new(run.GetProperty("gateway").GetString()!);
            var resources = run.GetProperty("resources").EnumerateObject().Select(resource => resource.Value).ToList();
            Processes = [.. resources.Select(resource => resource.GetProperty("pid")).Where(pid => pid.ValueKind == JsonValueKind.Number).Select(pid => pid.GetInt32())];
            Addresses = [.. resources.Select(resource => resource.GetProperty("url").GetString()).OfType<string>()];
        }

        public Task StopAsync() => _app!.StopAsync(Stop);

        public void AssertGone()
        {
            Assert.All(Processes, process => Assert.False(Directory.Exists($"/proc/{process}")));
            Assert.False(RunFolder.IsInUse(_folder.Path));
        }

        public async Task CommandAsync(string resource, string command)
        {
            var target = _app!.Services.GetRequiredService<DistributedApplicationModel>().Resources.Single(one => one.Name == resource);
            var result = await _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(target, command, Stop);
            Assert.True(result.Success, result.Message);
        }

        public Task<JsonElement> GetAsync(string path) => Http.GetFromJsonAsync<JsonElement>(new Uri(path, UriKind.Relative), Stop);

        public async Task<JsonElement> PostAsync(string path, object body, string? token = null)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = JsonContent.Create(body) };
            request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
            if (token is not null)
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            using var answer = await Http.SendAsync(request, Stop);
            Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync(Stop));
            return await answer.Content.ReadFromJsonAsync<JsonElement>(Stop);
        }

        public async ValueTask DisposeAsync()
        {
            Http.Dispose();
            await _builder.DisposeAsync();
            _folder.Dispose();
        }
    }

    /// <summary>The AppHost writes it when all is ready.</summary>
    private static async Task<JsonElement> RunFileAsync(DistributedApplication app, string file)
    {
        var ended = app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping;
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ended, Stop);
        while (!File.Exists(file))
            await Task.Delay(50, either.Token);
        return JsonDocument.Parse(await File.ReadAllTextAsync(file, Stop)).RootElement;
    }
}
