using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Deletes expired sign-in data: revoked sessions whose tokens have expired, expired codes, and networks without a sign-in for three months. Deletes in batches to keep
/// locks short. Several workers may run it concurrently.
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
        error => log.LogWarning("Could not delete expired sign-in records: {Reason}; retrying at the next clean-up", error.Message),
        stoppingToken);

    /// <summary>Deletes all expired rows.</summary>
    /// <returns>The number of deleted rows.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<int> ForgetAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        // Twice a token's maximum lifetime, so that a poll for recently revoked sessions finds all of them.
        return await DeleteAsync("DELETE FROM revoked_sessions WHERE ended_at < @before ORDER BY ended_at LIMIT @BatchSize", now.AddSeconds(-2 * Session.LongestSeconds), cancellation)
            + await DeleteAsync("DELETE FROM mailed_codes WHERE expires_at < @before ORDER BY expires_at LIMIT @BatchSize", now, cancellation)
            + await DeleteAsync("DELETE FROM known_networks WHERE seen_on < @before ORDER BY seen_on LIMIT @BatchSize", now.Date.AddDays(-PlaceDays), cancellation);
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
