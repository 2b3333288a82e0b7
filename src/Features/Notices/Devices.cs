using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Notices;

/// <summary>
/// Records the devices that fans sign in with. A known token moves to the account that signed in with it last; per account the
/// most recently used devices stay. The owner's row is locked first, which serialises concurrent sign-ins.
/// </summary>
public sealed class Devices(PrimaryTransaction transaction, IOptions<NoticesOptions> options, TimeProvider clock)
{
    private const string Sql = """
        INSERT INTO device_owners (account_id) VALUES (@accountId) ON DUPLICATE KEY UPDATE account_id = VALUES(account_id);
        INSERT INTO devices (account_id, token, last_seen_at, expires_at) VALUES (@accountId, @token, @now, @expiresAt)
        ON DUPLICATE KEY UPDATE account_id = VALUES(account_id), last_seen_at = VALUES(last_seen_at), expires_at = VALUES(expires_at);
        DELETE gone FROM (
            SELECT id FROM devices FORCE INDEX (newest_of_account) WHERE account_id = @accountId ORDER BY last_seen_at DESC, id DESC LIMIT 1000 OFFSET @DevicesAFan
        ) surplus STRAIGHT_JOIN devices gone ON gone.id = surplus.id;

        """;

    /// <summary>Records that an account has signed in with a device.</summary>
    /// <returns>The error; null on success.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<Problem?> SeenAsync(long accountId, string token, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var values = new { accountId, token, now, expiresAt = now.AddDays(options.Value.DeviceDays), options.Value.DevicesAFan };
        return (await transaction.RunAsync(Sql, values, _ => null, cancellation)).Problem;
    }
}
