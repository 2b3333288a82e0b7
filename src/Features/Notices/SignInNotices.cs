using Dugout.Features.Accounts;
using Dugout.Features.FanEvents;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Reminders at sign-in: today's events with a place of the account, and an old password. One batch writes all missing notices,
/// whatever their number, and the messages for their pushes if the outbox has room.
/// </summary>
public sealed class SignInNotices(
    PrimaryTransaction transaction, Databases databases, PushRoom room, PushMetrics metrics, IOptions<NoticesOptions> options, TimeProvider clock)
{
    private const string Tell = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch)
        SELECT due.account_id, @eventToday, due.thing, @turn, due.called, @now, @batch FROM (
        """ + FanEventsQueries.StartingForOne + """
        ) due LEFT JOIN notices sent ON sent.account_id = due.account_id AND sent.kind = @eventToday AND sent.about_id = due.thing AND sent.turn = @turn
        WHERE sent.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at, batch)
        SELECT due.account_id, @passwordOld, due.thing, @turn, due.called, @now, @batch FROM (
        """ + AccountsQueries.OldPassword + """
        ) due LEFT JOIN notices sent ON sent.account_id = due.account_id AND sent.kind = @passwordOld AND sent.about_id = due.thing AND sent.turn = @turn
        WHERE sent.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);

        """;

    /// <summary>Writes due reminders. If lock waits exceed the deadline nothing is written; the next sign-in or the worker does it.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task PublishAsync(long accountId, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var batch = NotifyMany.NextBatch();
        var isPushed = room.Has();
        var values = new
        {
            accountId,
            now,
            batch,
            dayEnd = KoreanTime.DayEnd(now),
            turn = KoreanTime.Turn(now, options.Value.RemindSeconds),
            oldBefore = now.AddDays(-options.Value.PasswordDays),
            eventToday = NoticeKinds.EventToday,
            passwordOld = NoticeKinds.PasswordOld,
        };
        var sql = Tell + (isPushed ? PushWanted.OfEach + "; " : "");
        var written = await transaction.RunAsync(sql, values, _ => null, cancellation);
        if (written.Value is not null && !isPushed)
            metrics.Dropped(await CountAsync(now, batch, cancellation));
    }

    /// <summary>The number of notices just written.</summary>
    private async Task<long> CountAsync(DateTime now, long batch, CancellationToken cancellation)
    {
        const string Sql = "SELECT COUNT(*) FROM notices FORCE INDEX (by_time) WHERE created_at = @now AND batch = @batch";
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.ExecuteScalarAsync<long>(new(Sql, new { now, batch }, cancellationToken: cancellation));
    }
}
