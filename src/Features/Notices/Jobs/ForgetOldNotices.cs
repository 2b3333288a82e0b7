using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>Deletes expired devices and old notices, in batches to keep locks short. Several workers may run it concurrently.</summary>
public sealed class ForgetOldNotices(Databases databases, IOptions<NoticesOptions> options, TimeProvider clock, ILogger<ForgetOldNotices> log) : BackgroundService
{
    private const int BatchSize = 1_000;
    private static readonly TimeSpan Every = TimeSpan.FromMinutes(10);

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        Every, clock, ForgetAsync,
        error => error.IsOfTheDatabase(),
        error => log.LogWarning("Could not delete expired devices and notices: {Reason}; retrying at the next clean-up", error.Message),
        stoppingToken);

    /// <summary>Deletes all expired rows.</summary>
    /// <returns>The number of deleted rows.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<int> ForgetAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        return await DeleteAsync("DELETE FROM devices WHERE expires_at < @before ORDER BY expires_at LIMIT @BatchSize", now, cancellation)
            + await DeleteAsync("DELETE FROM notices WHERE created_at < @before ORDER BY created_at LIMIT @BatchSize", now.AddDays(-options.Value.KeepDays), cancellation);
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
