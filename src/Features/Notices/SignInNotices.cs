using Dugout.Features.Accounts;
using Dugout.Features.FanEvents;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// What a fan is reminded of when they sign in: events of today that they have a place at, and a password that is old. One text writes what wasn't told yet, whether that is of one event
/// or of a hundred. The messages that it is to be pushed are written with it, where there is room for them.
/// </summary>
public sealed class SignInNotices(
    Writes writes, Databases databases, PushRoom room, PushMetrics metrics, IOptions<NoticesOptions> options, TimeProvider clock)
{
    private const string Tell = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
        SELECT due.account_id, @eventToday, due.thing, @turn, due.called, @now FROM (
        """ + FanEventsQueries.StartingForOne + """
        ) due LEFT JOIN notices told ON told.account_id = due.account_id AND told.kind = @eventToday AND told.about_id = due.thing AND told.turn = @turn
        WHERE told.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
        SELECT due.account_id, @passwordOld, due.thing, @turn, due.called, @now FROM (
        """ + AccountsQueries.OldPassword + """
        ) due LEFT JOIN notices told ON told.account_id = due.account_id AND told.kind = @passwordOld AND told.about_id = due.thing AND told.turn = @turn
        WHERE told.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);

        """;

    /// <summary>Tells what there is to tell. Where others keep it waiting for too long nothing is told: the next sign-in does, or the worker.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task PublishAsync(long accountId, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var isPushed = room.Has();
        var values = new
        {
            accountId,
            now,
            dayEnd = KoreanTime.DayEnd(now),
            turn = KoreanTime.Turn(now, options.Value.RemindSeconds),
            oldBefore = now.AddDays(-options.Value.PasswordDays),
            eventToday = NoticeKinds.EventToday,
            passwordOld = NoticeKinds.PasswordOld,
        };
        var sql = Tell + (isPushed ? PushWanted.OfEach + "AND account_id = @accountId; " : "");
        var written = await writes.RunAsync(sql, values, _ => null, cancellation);
        if (written.Value is not null && !isPushed)
            metrics.Dropped(await CountAsync(accountId, now, cancellation));
    }

    /// <summary>How many notices were just written.</summary>
    private async Task<long> CountAsync(long accountId, DateTime now, CancellationToken cancellation)
    {
        const string Sql = "SELECT COUNT(*) FROM notices FORCE INDEX (by_time) WHERE created_at = @now AND account_id = @accountId";
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.ExecuteScalarAsync<long>(new(Sql, new { accountId, now }, cancellationToken: cancellation));
    }
}
