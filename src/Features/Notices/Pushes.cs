using System.Globalization;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Pushes a notice to all current devices of its account. The message key combines notice and device, so that a message sent
/// again after an unknown outcome is shown once.
/// </summary>
public sealed class Pushes(Databases databases, IPush push, TimeProvider clock)
{
    /// <summary>The notice, joined with one device.</summary>
    private sealed record Row(string Kind, string Detail, long DeviceId, string Token);

    /// <summary>Sends it to all devices concurrently. The connection is returned before the partner is called.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    /// <exception cref="PushUnavailableException">The partner did not accept it for some device.</exception>
    public async Task SendAsync(long noticeId, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT notice.kind AS Kind, notice.detail AS Detail, device.id AS DeviceId, device.token AS Token
            FROM notices notice
            STRAIGHT_JOIN devices device FORCE INDEX (newest_of_account) ON device.account_id = notice.account_id AND device.expires_at > @now
            WHERE notice.id = @noticeId
            """;
        var parameters = new { noticeId, now = clock.GetUtcNow().UtcDateTime };
        var rows = await databases.QueryPrimaryAsync(primary => primary.QueryAsync<Row>(new(Sql, parameters, cancellationToken: cancellation)), cancellation);
        await Task.WhenAll(rows.Select(row => push.SendAsync(MessageOf(noticeId, row), cancellation)));
    }

    private static PushMessage MessageOf(long noticeId, Row row)
    {
        var (title, text) = NoticeKinds.WordsOf(row.Kind, row.Detail);
        return new(string.Create(CultureInfo.InvariantCulture, $"{noticeId}-{row.DeviceId}"), row.Token, title, text);
    }
}
