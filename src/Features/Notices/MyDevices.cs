using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// The signed-in account's devices that notices are pushed to, the one seen last first; not those that have run out. A device's token is shown to nobody. Read from
/// the primary, so a new row is visible immediately; there are so few that one page has them all. 200.
/// </summary>
public static class MyDevices
{
    /// <summary>A device.</summary>
    /// <param name="DeviceId">Its id.</param>
    /// <param name="LastSeenAt">When the fan last signed in with it, UTC.</param>
    /// <param name="ExpiresAt">From then on it gets nothing, unless the fan signs in with it before, UTC.</param>
    public sealed record Device(long DeviceId, DateTime LastSeenAt, DateTime ExpiresAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Ok<Page<Device>>> Handle(CurrentAccount account, Databases databases, TimeProvider clock, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT id AS DeviceId, last_seen_at AS LastSeenAt, expires_at AS ExpiresAt FROM devices FORCE INDEX (newest_of_account)
            WHERE account_id = @Id AND expires_at > @now ORDER BY last_seen_at DESC, id DESC
            """;
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Device>(new(Sql, new { account.Id, now = clock.GetUtcNow().UtcDateTime }, cancellationToken: cancellation)), cancellation);
        List<Device> found = [.. rows.Select(row => row with { LastSeenAt = row.LastSeenAt.Utc(), ExpiresAt = row.ExpiresAt.Utc() })];
        return TypedResults.Ok(new Page<Device>(found, Next: null));
    }
}
