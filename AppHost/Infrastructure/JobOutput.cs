using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure;

/// <summary>
/// Shows what the jobs of a start say: the programs whose end others wait for, such as the migrator. What other programs say is in the log files and on the dashboard.
/// </summary>
internal sealed class JobOutput : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _showing;

    private JobOutput(DistributedApplication app, Action<string> announce)
    {
        var logs = app.Services.GetRequiredService<ResourceLoggerService>();
        _showing = Task.WhenAll(app.Services.GetRequiredService<DistributedApplicationModel>().Resources
            .SelectMany(resource => resource.Annotations.OfType<WaitAnnotation>())
            .Where(wait => wait.WaitType == WaitType.WaitForCompletion)
            .Select(wait => wait.Resource).Distinct().ToList()
            .Select(job => ShowAsync(logs, job, announce, _stop.Token)));
    }

    /// <summary>Begins. Comes after the application's start, which names the instances that logs are kept by.</summary>
    public static JobOutput Show(DistributedApplication app, Action<string> announce) => new(app, announce);

    /// <summary>Shows nothing any more.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _showing;
        _stop.Dispose();
    }

    private static async Task ShowAsync(ResourceLoggerService logs, IResource job, Action<string> announce, CancellationToken stop)
    {
        try
        {
            await foreach (var lines in logs.WatchAsync(job).WithCancellation(stop))
            {
                foreach (var line in lines)
                    announce($"{job.Name}: {ConsoleLine.Plain(line.Content)}");
            }
        }
        catch (OperationCanceledException)
        {
            // All is ready, or the system stops.
        }
    }
}
