using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>A stop goes the other way round than a start, with small programs that note when they have stopped.</summary>
public sealed class OrderedStopTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    private string Stopped => Path.Combine(_folder.Path, "stopped");

    public void Dispose() => _folder.Dispose();

    /// <summary>As an API replica waits for the migrator, which has ended long since, and that for the database.</summary>
    [Fact]
    public async Task A_program_is_stopped_after_those_that_wait_for_it_also_by_way_of_one_that_has_ended()
    {
        var builder = AspireApplication.CreateBuilder();
        builder.Services.AddLogging(logging => logging.ClearProviders());
        OrderedStop.AddTo(builder);
        var server = Add(builder, "server", seconds: "0");
        var job = builder.AddExecutable("job", "true", "/").WaitFor(server);
        // Slower than the server, which would be the first to end if both were stopped at once.
        Add(builder, "client", seconds: "0.5").WaitForCompletion(job);
        await using var app = builder.Build();
        Assert.Null(await Readiness.StartAsync(app, Stop).WaitAsync(TimeSpan.FromSeconds(60), Stop));
        // Running is said of a shell that may not have come to its trap.
        while (!File.Exists(Path.Combine(_folder.Path, "client-runs")))
            await Task.Delay(20, Stop);

        await app.StopAsync(Stop);

        Assert.Equal(["client", "server"], await File.ReadAllLinesAsync(Stopped, Stop));
    }

    private IResourceBuilder<ExecutableResource> Add(IDistributedApplicationBuilder builder, string name, string seconds) => builder.AddExecutable(
        name, "bash", "/", "-c", $"trap \"sleep {seconds}; echo {name} >> '{Stopped}'; exit\" TERM; touch '{_folder.Path}/{name}-runs'; while :; do sleep 0.05; done");
}
