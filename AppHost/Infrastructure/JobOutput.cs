using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure;

/// <summary>
/// Shows what the jobs of a start say: the programs whose end others wait for, such as the migrator. What other programs say is in the log files and on the dashboard.
/// </summary>
internal sealed class JobOutput : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _showing;

    private JobOutput(DistributedApplication app, Action<string> announce) => _showing = ShowAllAsync(app, announce, _stop.Token);

    /// <summary>Begins, best before anything has started.</summary>
    public static JobOutput Show(DistributedApplication app, Action<string> announce) => new(app, announce);

    /// <summary>Shows nothing any more.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _showing;
        _stop.Dispose();
    }

    /// <summary>A job's log is known by the job's instance, which Aspire names when the start begins.</summary>
    private static async Task ShowAllAsync(DistributedApplication app, Action<string> announce, CancellationToken stop)
    {
        var resources = app.Services.GetRequiredService<DistributedApplicationModel>().Resources;
        var jobs = resources.SelectMany(resource => resource.Annotations.OfType<WaitAnnotation>())
            .Where(wait => wait.WaitType == WaitType.WaitForCompletion).Select(wait => wait.Resource).ToHashSet();
        var logs = app.Services.GetRequiredService<ResourceLoggerService>();
        var shown = new Dictionary<string, Task>();
        try
        {
            await foreach (var change in app.ResourceNotifications.WatchAsync(stop))
            {
                if (jobs.Contains(change.Resource) && !shown.ContainsKey(change.ResourceId))
                    shown.Add(change.ResourceId, ShowAsync(logs.WatchAsync(change.ResourceId), change.Resource.Name, announce, stop));
            }
        }
        catch (OperationCanceledException)
        {
            // All is ready, or the system stops.
        }

        await Task.WhenAll(shown.Values);
    }

    private static async Task ShowAsync(IAsyncEnumerable<IReadOnlyList<LogLine>> log, string name, Action<string> announce, CancellationToken stop)
    {
        try
        {
            await foreach (var lines in log.WithCancellation(stop))
            {
                foreach (var line in lines)
                    announce($"{name}: {ConsoleLine.Plain(line.Content)}");
            }
        }
        catch (OperationCanceledException)
        {
            // All is ready, or the system stops.
        }
    }
}
