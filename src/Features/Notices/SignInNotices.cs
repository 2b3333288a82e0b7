using Dapper;
using Dugout.Features.Accounts;
using Dugout.Features.FanEvents;
using Dugout.Features.Shared;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// What a fan is reminded of when they sign in: events of today that they have a place at, and a password that is old. One text writes what wasn't told yet, whether that is of one event
/// or of a hundred. Which way it is pushed says the setting <c>Notices:Delivery</c>.
/// </summary>
public sealed class SignInNotices(
    Writes writes, Databases databases, PushRoom room, PushMetrics metrics, SignInPushes pushes, IOptions<NoticesOptions> options, IOptions<PushOptions> push, TimeProvider clock)
{
    private const string Tell = """
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
        SELECT due.account_id, @eventToday, due.thing, @turn, due.called, @now FROM (
        """ + FanEventsFacts.StartingForOne + """
        ) due LEFT JOIN notices told ON told.account_id = due.account_id AND told.kind = @eventToday AND told.about_id = due.thing AND told.turn = @turn
        WHERE told.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);
        INSERT INTO notices (account_id, kind, about_id, turn, detail, created_at)
        SELECT due.account_id, @passwordOld, due.thing, @turn, due.called, @now FROM (
        """ + AccountsFacts.OldPassword + """
        ) due LEFT JOIN notices told ON told.account_id = due.account_id AND told.kind = @passwordOld AND told.about_id = due.thing AND told.turn = @turn
        WHERE told.id IS NULL ON DUPLICATE KEY UPDATE kind = VALUES(kind);

        """;

    /// <summary>Tells what there is to tell. Where others keep it waiting for too long nothing is told: the next sign-in does, or the worker.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task TellAsync(long accountId, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var isFromOutbox = push.Value.Delivery == NoticeDelivery.Outbox;
        var isPushed = !isFromOutbox || room.Has();
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
        var sql = Tell + (isFromOutbox && isPushed ? PushWanted.OfEach + "AND account_id = @accountId; " : "");
        var written = await writes.RunAsync(sql, values, _ => null, cancellation);
        if (written.Value is null)
            return;
        if (!isPushed)
            metrics.Dropped((await NewAsync(accountId, now, cancellation)).Count);
        else if (!isFromOutbox)
            await pushes.SendAsync(await NewAsync(accountId, now, cancellation), cancellation);
    }

    /// <summary>The notices that were just written.</summary>
    private async Task<IReadOnlyList<long>> NewAsync(long accountId, DateTime now, CancellationToken cancellation)
    {
        const string Sql = "SELECT id FROM notices FORCE INDEX (by_time) WHERE created_at = @now AND account_id = @accountId";
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return (await connection.QueryAsync<long>(new(Sql, new { accountId, now }, cancellationToken: cancellation))).AsList();
    }
}
