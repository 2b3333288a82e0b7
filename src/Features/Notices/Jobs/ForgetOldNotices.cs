using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>Deletes expired devices and old notices, in batches to keep locks short. Several workers may run it concurrently.</summary>
public sealed class ForgetOldNotices(BatchDeletes deletes, IOptions<NoticesOptions> options, TimeProvider clock, ILogger<ForgetOldNotices> log) : BackgroundService
{
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
        var writtenBefore = now.AddDays(-options.Value.KeepDays);
        return await deletes.RunAsync(database => database.Set<DeviceRow>().Where(row => row.ExpiresAt < now).OrderBy(row => row.ExpiresAt), cancellation)
            + await deletes.RunAsync(database => database.Set<NoticeRow>().Where(row => row.CreatedAt < writtenBefore).OrderBy(row => row.CreatedAt), cancellation);
    }
}
