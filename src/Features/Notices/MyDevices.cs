using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Notices;

/// <summary>
/// The signed-in account's devices for push notices, most recently used first, without expired ones. Tokens are never returned.
/// Read from the primary, so a new device is visible immediately; the number is limited, so there is one page. Returns 200.
/// </summary>
public static class MyDevices
{
    /// <summary>A device.</summary>
    /// <param name="DeviceId">Its id.</param>
    /// <param name="LastSeenAt">Last sign-in with it, UTC.</param>
    /// <param name="ExpiresAt">Time it expires without another sign-in, UTC.</param>
    /// <example>{"deviceId":3162277660173001,"lastSeenAt":"2027-03-25T01:58:00Z","expiresAt":"2027-06-23T01:58:00Z"}</example>
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
