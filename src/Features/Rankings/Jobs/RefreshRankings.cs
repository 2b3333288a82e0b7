using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// Counts the rankings on schedule, on one worker at a time (<see cref="RankingLease"/>), and publishes them for every process.
/// If Redis has lost them, they are counted at once. Their maximum age is <see cref="RankingsOptions.RefreshSeconds"/> plus one
/// poll and the count itself, and <see cref="RankingsOptions.LeaseSeconds"/> more if a worker died while counting.
/// </summary>
public sealed class RefreshRankings(
    RankingLease turn, CountRankings count, RankingBoards boards, IOptions<RankingsOptions> options, TimeProvider clock, ILogger<RefreshRankings> log) : BackgroundService
{
    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.PollMilliseconds), clock, RefreshAsync,
        error => error.IsOfTheDatabase() || error is RedisUnavailableException,
        error => log.LogWarning("Could not refresh the rankings: {Reason}; the published ones stay until the next poll retries", error.Message),
        stoppingToken);

    /// <summary>Counts and publishes the rankings if they are due and this worker gets the lease.</summary>
    /// <returns>Whether this call has published.</returns>
    /// <exception cref="MySqlException">The databases are unavailable.</exception>
    /// <exception cref="RedisUnavailableException">Redis is unavailable: the next lease publishes.</exception>
    public async Task<bool> RefreshAsync(CancellationToken cancellation)
    {
        // Checked first, so that nothing is counted that can't be published.
        var isLost = !await boards.AreThereAsync(cancellation);
        if (await turn.TakeAsync(isLost, cancellation) is not { } token)
            return false;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var counted = await count.CountAsync(now, cancellation);
        var isPublished = await boards.PublishAsync(token, counted, cancellation);
        await turn.EndAsync(token, cancellation);
        return isPublished;
    }
}
