using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Deletes what sign-ins have left and nobody needs any more: ended sessions whose tokens have run out, codes that have, places nobody has signed in from for three months.
/// A batch at a time, so that nobody waits for it. Any number of workers may do it at once.
/// </summary>
public sealed class ForgetOldSignIns(Databases databases, TimeProvider clock, ILogger<ForgetOldSignIns> log) : BackgroundService
{
    private const int BatchSize = 1_000;
    private const int PlaceDays = 90;
    private static readonly TimeSpan Every = TimeSpan.FromMinutes(10);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        Every, clock, ForgetAsync,
        error => error.IsOfTheDatabase(),
        error => log.LogWarning("Old sign-ins stay until the next clean-up: {Reason}", error.Message),
        stoppingToken);

    /// <summary>Deletes all that is old enough now.</summary>
    /// <returns>How many rows there were.</returns>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<int> ForgetAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        // Twice as long as a token lives: whoever looks for what has ended of late finds all of it.
        return await DeleteAsync("DELETE FROM ended_sessions WHERE ended_at < @before ORDER BY ended_at LIMIT @BatchSize", now.AddSeconds(-2 * Session.LongestSeconds), cancellation)
            + await DeleteAsync("DELETE FROM mailed_codes WHERE expires_at < @before ORDER BY expires_at LIMIT @BatchSize", now, cancellation)
            + await DeleteAsync("DELETE FROM familiar_places WHERE seen_on < @before ORDER BY seen_on LIMIT @BatchSize", now.Date.AddDays(-PlaceDays), cancellation);
    }

    private async Task<int> DeleteAsync(string sql, DateTime before, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var total = 0;
        int deleted;
        do
        {
            deleted = await connection.ExecuteAsync(new(sql, new { before, BatchSize }, cancellationToken: cancellation));
            total += deleted;
        }
        while (deleted == BatchSize);
        return total;
    }
}
