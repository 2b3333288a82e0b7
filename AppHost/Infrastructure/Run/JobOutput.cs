using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Prints the output of jobs during a start: programs whose end others wait for, such as the migrator. The output of other programs is in the log files and on the dashboard.
/// </summary>
internal sealed class JobOutput : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _showing;

    private JobOutput(DistributedApplication app, Action<string> announce)
    {
        var jobs = app.Services.GetRequiredService<DistributedApplicationModel>().Resources.Jobs();
        _showing = ResourceLogs.FollowAsync(app, jobs.Contains, (job, lines) => ShowAsync(job, lines, announce, _stop.Token), _stop.Token);
    }

    /// <summary>Begins to print, preferably before anything has started.</summary>
    public static JobOutput Show(DistributedApplication app, Action<string> announce) => new(app, announce);

    /// <summary>Stops printing.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _showing;
        _stop.Dispose();
    }

    private static async Task ShowAsync(IResource job, IAsyncEnumerable<IReadOnlyList<LogLine>> log, Action<string> announce, CancellationToken stop)
    {
        await foreach (var lines in log.WithCancellation(stop))
        {
            foreach (var line in lines)
                announce($"{job.Name}: {ConsoleLine.Plain(line.Content)}");
        }
    }
}
