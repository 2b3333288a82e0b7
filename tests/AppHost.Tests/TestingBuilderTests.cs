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
            using var folder = new TestFolder();
            await using var builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(
                ["--port", "0", "--replicas", "1", "--read-replicas", "0", "--accounts", "1", "--dashboard", "off", "--quiet", "--run-dir", folder.Path, .. AppHostProcess.EngineSettings], Stop);
            builder.CreateResourceBuilder<ProjectResource>("api-1").WithEnvironment("ReplicaName", name);
            var app = await builder.BuildAsync(Stop);
            await app.StartAsync(Stop);

            var run = await RunFileAsync(app, Path.Combine(folder.Path, "apphost.json"));
            using var http = new HttpClient { BaseAddress = new(run.GetProperty("gateway").GetString()!) };
            using var answer = await http.GetAsync(new Uri("/api/teams", UriKind.Relative), Stop);
            Assert.Equal([name], answer.Headers.GetValues("X-Served-By"));
            var processes = run.GetProperty("resources").EnumerateObject()
                .Select(resource => resource.Value.GetProperty("pid")).Where(pid => pid.ValueKind == JsonValueKind.Number).Select(pid => pid.GetInt32()).ToList();
            Assert.Equal(6, processes.Count);

            await app.StopAsync(Stop);

            Assert.All(processes, process => Assert.False(Directory.Exists($"/proc/{process}")));
            Assert.False(RunFolder.IsInUse(folder.Path));
        }
    }

    [Fact]
    public async Task A_start_that_is_refused_is_told_at_once()
    {
        var refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(["--replicas", "none"], Stop));
        Assert.Contains("64", refused.Message, StringComparison.Ordinal);
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
