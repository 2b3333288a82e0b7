using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// Has the rankings counted on schedule, by one worker of all (<see cref="RankingLease"/>), and publishes them for every process. Where Redis has lost them they are
/// counted at once. A ranking is thus as old as <see cref="RankingsOptions.RefreshSeconds"/>, a look, and the counting itself; by
/// <see cref="RankingsOptions.TurnSeconds"/> older where a worker died at it.
/// </summary>
public sealed class RefreshRankings(
    RankingLease turn, CountRankings count, RankingBoards boards, IOptions<RankingsOptions> options, TimeProvider clock, ILogger<RefreshRankings> log) : BackgroundService
{
    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromMilliseconds(options.Value.PollMilliseconds), clock, RefreshAsync,
        error => error.IsOfTheDatabase() || error is RedisUnavailableException,
        error => log.LogWarning("Rankings stay as they are until the next look: {Reason}", error.Message),
        stoppingToken);

    /// <summary>Counts and publishes, if that is due and nobody else's turn.</summary>
    /// <returns>Whether this call has published.</returns>
    /// <exception cref="MySqlException">The databases did not answer.</exception>
    /// <exception cref="RedisUnavailableException">Redis is unavailable: the next turn publishes.</exception>
    public async Task<bool> RefreshAsync(CancellationToken cancellation)
    {
        // Asked first: nothing is counted that could not be published.
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
