using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.ResourceService;

/// <summary>
/// Starts the dashboard again when it has ended, after a pause that doubles while it doesn't last. One that failed to start isn't tried again: what it lacks, the
/// next start of the AppHost fetches.
/// </summary>
/// <param name="notifications">How resources fare.</param>
/// <param name="commands">For its command to start.</param>
/// <param name="logger">Takes what is done.</param>
internal sealed class DashboardRestarts(ResourceNotificationService notifications, ResourceCommandService commands, ILogger<DashboardRestarts> logger) : BackgroundService
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(1);

    /// <summary>Whatever ended it after so long has nothing to do with its start.</summary>
    private static readonly TimeSpan Lasting = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var (pause, last) = (ShortestPause, (DateTime?)null);
        try
        {
            await foreach (var update in notifications.WatchAsync(stoppingToken))
            {
                // An end is told again with whatever else becomes of the snapshot.
                if (update.Resource.Name != ResourceNames.Dashboard || !HasEnded(update.Snapshot) || update.Snapshot.StopTimeStamp == last)
                    continue;
                last = update.Snapshot.StopTimeStamp;
                if (last - update.Snapshot.StartTimeStamp >= Lasting)
                    pause = ShortestPause;
                logger.LogWarning("the dashboard has ended and is started again in {Seconds} s", pause.TotalSeconds);
                await Task.Delay(pause, stoppingToken);
                pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
                await StartDashboardAsync(update.Resource, stoppingToken);
            }
        }
        catch (OperationCanceledException)
        {
            // All stops.
        }
    }

    private static bool HasEnded(CustomResourceSnapshot snapshot) =>
        snapshot.State?.Text is { } state && (state == KnownResourceStates.Exited || state == KnownResourceStates.Finished);

    private async Task StartDashboardAsync(IResource dashboard, CancellationToken cancellation)
    {
        try
        {
            await commands.ExecuteCommandAsync(dashboard, KnownResourceCommands.StartCommand, cancellation);
        }
        catch (Exception fault) when (fault is not OperationCanceledException)
        {
            logger.LogWarning("the dashboard could not be started again: {Reason}", fault.Message);
        }
    }
}
