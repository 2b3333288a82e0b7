using Dugout.Features.Coupons;
using Dugout.Features.FanEvents;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Writes notices that are due by time alone: an event with a place of the account starts today, a coupon expires within a day, and what other slices
/// have (<see cref="IDueNotices"/>). Several workers may run it concurrently: each notice is written once.
/// </summary>
public sealed class PublishDueNotices(
    NotifyMany tell, IEnumerable<IDueNotices> others, IOptions<NoticesOptions> options, TimeProvider clock, ILogger<PublishDueNotices> log) : BackgroundService
{
    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromSeconds(options.Value.PollSeconds), clock, PublishAsync,
        error => error.IsOfTheDatabase() || error is TimeoutException or OutcomeUnknownException,
        error => log.LogWarning("Could not publish due notices: {Reason}; retrying at the next poll", error.Message),
        stoppingToken);

    /// <summary>Writes all notices that are due now.</summary>
    /// <returns>The number of notices written by this call.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next poll resolves it.</exception>
    public async Task<long> PublishAsync(CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime;
        var turn = KoreanTime.Turn(now, options.Value.RemindSeconds);
        var written = 0L;
        foreach (var other in others)
            written += await other.PublishAsync(now, cancellation);
        return written
            + await tell.PublishAsync(NoticeKinds.EventToday, turn, FanEventsQueries.Starting, new { dayEnd = KoreanTime.DayEnd(now) }, cancellation)
            + await tell.PublishAsync(NoticeKinds.CouponExpiring, turn: 0, CouponsQueries.Expiring, new { until = now.AddDays(1) }, cancellation);
    }
}
