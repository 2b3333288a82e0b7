using System.Text;
using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Coupons;
using Dugout.Features.FanEvents;
using Dugout.Features.Seats;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Writes notices that are due by time alone: an event with a place of the account starts today, a coupon expires within a day, a hold ends within a
/// minute. Several workers may run it concurrently: each notice is written once.
/// </summary>
public sealed class PublishDueNotices(
    NotifyMany tell, SeatsQueries seats, CatalogQueries catalog, IOptions<NoticesOptions> options, TimeProvider clock, ILogger<PublishDueNotices> log) : BackgroundService
{
    /// <summary>Maximum number of holds per statement.</summary>
    private const int BatchSize = 500;

    private static readonly TimeSpan BeforeLapse = TimeSpan.FromMinutes(1);

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
        return await TellOfHoldsAsync(now, cancellation)
            + await tell.PublishAsync(NoticeKinds.EventToday, turn, FanEventsQueries.Starting, new { dayEnd = KoreanTime.DayEnd(now) }, cancellation)
            + await tell.PublishAsync(NoticeKinds.CouponExpiring, turn: 0, CouponsQueries.Expiring, new { until = now.AddDays(1) }, cancellation);
    }

    /// <summary>
    /// Holds exist only in Redis, so they are read there, game by game. A renewed hold gets another notice before its new deadline.
    /// </summary>
    private async Task<long> TellOfHoldsAsync(DateTime now, CancellationToken cancellation)
    {
        List<long> games = [.. (await catalog.OnSaleAsync(cancellation)).Select(game => game.Id)];
        var told = 0L;
        foreach (var batch in (await seats.LapsingAsync(games, now, now + BeforeLapse, cancellation)).Chunk(BatchSize))
        {
            var (rows, parameters) = (new List<string>(), new DynamicParameters());
            foreach (var (index, hold) in batch.Index())
            {
                parameters.Add($"fan{index}", hold.AccountId);
                parameters.Add($"hold{index}", hold.HoldId);
                parameters.Add($"deadline{index}", hold.Deadline);
                rows.Add($"(@fan{index}, @kind, @hold{index}, @deadline{index}, '', @now)");
            }

            var sql = new StringBuilder("INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at) VALUES ").AppendJoin(", ", rows).Append(NotifyMany.UnlessTold);
            told += await tell.WriteAsync(sql.ToString(), NoticeKinds.HoldLapsing, parameters, cancellation);
        }

        return told;
    }
}
