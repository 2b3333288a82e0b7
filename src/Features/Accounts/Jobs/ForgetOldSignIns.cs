using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using MySqlConnector;

namespace Dugout.Features.Accounts;

/// <summary>
/// Deletes expired sign-in data: revoked sessions whose tokens have expired, expired codes, and networks without a sign-in for three months. Deletes in batches to keep
/// locks short. Several workers may run it concurrently.
/// </summary>
public sealed class ForgetOldSignIns(BatchDeletes deletes, TimeProvider clock, ILogger<ForgetOldSignIns> log) : BackgroundService
{
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
        var revokedBefore = now.AddSeconds(-2 * Session.LongestSeconds);
        var seenBefore = DateOnly.FromDateTime(now).AddDays(-PlaceDays);
        return await deletes.RunAsync(database => database.Set<RevokedSessionRow>().Where(row => row.EndedAt < revokedBefore).OrderBy(row => row.EndedAt), cancellation)
            + await deletes.RunAsync(database => database.Set<MailedCodeRow>().Where(row => row.ExpiresAt < now).OrderBy(row => row.ExpiresAt), cancellation)
            + await deletes.RunAsync(database => database.Set<KnownNetworkRow>().Where(row => row.SeenOn < seenBefore).OrderBy(row => row.SeenOn), cancellation);
    }
}
